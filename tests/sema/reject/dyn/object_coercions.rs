trait Foo {
    fn f(&self) -> u32;
    fn only(&self)
    where
        Self: Sized,
    {
    }
}
trait Up: Foo {}
trait It {
    type Item;
}
struct S;
struct N;
struct P(*const u32);
impl Foo for S {
    fn f(&self) -> u32 {
        1
    }
}
impl Foo for P {
    fn f(&self) -> u32 {
        1
    }
}
impl It for S {
    type Item = u8;
}
fn take(_: &dyn Foo) {}
fn unfit<T>(x: &T) -> &dyn Foo {
    x //~ E0277 the trait bound `T: Foo` is not satisfied
}
fn unsized_one<T: ?Sized + Foo>(x: &T) -> &dyn Foo {
    x //~ E0277 the size for values of type `T` cannot be known at compilation time
}
fn body(object: &dyn Foo) {
    let (s, n) = (S, N);
    let _: &dyn Foo = &n; //~ E0277 the trait bound `N: Foo` is not satisfied
    let _ = &n as &dyn Foo; //~ E0277 the trait bound `N: Foo` is not satisfied
    let _: [&dyn Foo; 2] = [&s, &n]; //~ E0277 the trait bound `N: Foo` is not satisfied
    take(&s);
    let _: &dyn Foo = &&s; //~ E0277 the trait bound `&S: Foo` is not satisfied
    let _: &(dyn Foo + Send) = &P(&1); //~ E0277 `*const u32` cannot be sent between threads safely
    let _: &(dyn Foo + Send) = object; //~ E0308 mismatched types
    let _: &dyn Up = object; //~ E0308 mismatched types
    let _: &mut dyn Foo = object; //~ E0308 mismatched types
    let _: &dyn It<Item = u16> = &s; //~ E0271 type mismatch resolving `<S as It>::Item == u16`
    let _: S = *object; //~ E0308 mismatched types
    object.only(); //~ - the `only` method cannot be invoked on a trait object
    object.nothing(); //~ E0599 no method named `nothing` found for reference `&dyn Foo` in the current scope
    let _: &dyn Fn(u32) -> u32 = &|x: i32| x; //~ E0631 type mismatch in closure arguments
    let _: &dyn Fn(u32) -> u32 = &|| 1; //~ E0593 closure is expected to take 1 argument, but it takes 0 arguments
}
fn kinds() {
    let mut n = 0;
    let _: &dyn Fn() = &|| n += 1; //~ E0594 cannot assign to `n`, as it is a captured variable in a `Fn` closure
}
fn casts(object: *const dyn Foo) {
    let _ = object as *const (dyn Foo + Send); //~ E0804 cannot add auto trait `Send` to dyn bound via pointer cast
    let _ = object as *const dyn Up; //~ E0606 casting `*const dyn Foo` as `*const dyn Up` is invalid
    let _ = object as usize; //~ E0606 casting `*const dyn Foo` as `usize` is invalid
    let _ = object as *const u8;
}
