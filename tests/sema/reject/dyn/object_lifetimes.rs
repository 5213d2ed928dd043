trait Foo {
    fn f(&self) -> u32;
    fn change(&mut self);
    fn give(&self) -> &u32;
}
struct S<'a>(&'a u32);
impl<'a> Foo for S<'a> {
    fn f(&self) -> u32 {
        *self.0
    }
    fn change(&mut self) {}
    fn give(&self) -> &u32 {
        self.0
    }
}
trait Holds<T> {
    fn hold(&mut self, x: T);
}
impl<'a> Holds<&'a u32> for S<'a> {
    fn hold(&mut self, x: &'a u32) {
        self.0 = x;
    }
}
fn too_long<'a>(s: &'a S<'a>) -> &'a (dyn Foo + 'static) {
    s //~ - lifetime may not live long enough
}
fn parameter<T: Foo>(s: &T) -> &(dyn Foo + 'static) {
    s //~ E0310 the parameter type `T` may not live long enough
}
fn keep<'a>(object: &'a dyn Foo, out: &mut &'static dyn Foo) {
    *out = object; //~ - lifetime may not live long enough
}
fn body() {
    let outer: &dyn Foo;
    {
        let x = 1;
        let s = S(&x); //~ E0597 `x` does not live long enough
        outer = &s; //~ E0597 `s` does not live long enough
    }
    outer.f();
}
fn through_trait() -> u32 {
    let first = 1;
    let mut s = S(&first);
    let holds: &mut dyn Holds<&u32> = &mut s;
    {
        let second = 2;
        holds.hold(&second); //~ E0597 `second` does not live long enough
    }
    s.f()
}
fn closures() -> u32 {
    let mut x = 3;
    let f: &dyn Fn() -> u32 = &|| x;
    x += 1; //~ E0506 cannot assign to `x` because it is borrowed
    f()
}
fn mutable() -> u32 {
    let x = 1;
    let mut s = S(&x);
    let object: &mut dyn Foo = &mut s;
    let given = object.give();
    object.change(); //~ E0502 cannot borrow `*object` as mutable because it is also borrowed as immutable
    *given
}

// What is right.
fn again(object: &mut dyn Foo) -> u32 {
    object.change();
    call(object);
    call(object);
    object.f()
}
fn call(object: &mut dyn Foo) {
    object.change();
}
fn shorter<'a>(object: &'a mut (dyn Foo + 'static)) -> &'a mut (dyn Foo + 'a) {
    object
}
fn chosen(f: &dyn Fn(&u32) -> &u32) -> u32 {
    let first = 1;
    let one = *f(&first);
    {
        let second = 2;
        one + *f(&second)
    }
}

// Lifetimes that a `dyn Fn` names are not chosen by a call.
static KEEPS: &(dyn Fn(&'static u8) + Sync) = &drop;
fn of_static() {
    let n = 42;
    KEEPS(&n); //~ E0597 `n` does not live long enough
}
fn of_parameter<'a>(f: &dyn Fn(&'a u8), y: &'a u8) {
    let n = 42;
    f(y);
    f(&n); //~ E0597 `n` does not live long enough
}
struct It<'a>(&'a [u32], usize);
trait Items {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
}
impl<'a> Items for It<'a> {
    type Item = &'a u32;
    fn next(&mut self) -> Option<&'a u32> {
        self.1 += 1;
        self.0.get(self.1 - 1)
    }
}
fn item() -> u32 {
    let item;
    {
        let values = [1, 2];
        let mut it = It(&values, 0); //~ E0597 `values` does not live long enough
        let items: &mut dyn Items<Item = &u32> = &mut it;
        item = items.next();
    }
    *item.unwrap()
}
fn kept() -> u32 {
    let values = [1, 2];
    let item;
    {
        let mut it = It(&values, 0);
        let items: &mut dyn Items<Item = &u32> = &mut it;
        item = items.next();
    }
    *item.unwrap()
}
