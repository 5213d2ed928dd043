// A fn pointer that is wanted for all lifetimes has to be one for all of them.
struct Holder {
    f: fn(&u32) -> &'static u32,
}
fn take(f: fn(&u32) -> &u32) -> u32 {
    *f(&3)
}
fn put(_: fn(&u32, &mut &'static u32)) {}
fn same(x: &u32) -> &u32 {
    x
}
fn same_named<'x>(x: &'x u32) -> &'x u32 {
    x
}
static OF_STATIC: fn(&u32) -> &'static u32 = |x| x; //~ - lifetime may not live long enough
const OF_CONST: fn(&u32) -> &'static u32 = |x| x; //~ - lifetime may not live long enough
fn in_field() -> Holder {
    Holder { f: |x| x } //~ - lifetime may not live long enough
}
fn given() {
    put(|x: &'static u32, o: &mut &'static u32| *o = x) //~ - lifetime may not live long enough
}
fn returned<'a>(_: &'a u32) -> for<'x> fn(&'x u32) -> &'a u32 {
    |x| x //~ - lifetime may not live long enough
}

fn variables(n: u32) -> fn(&u32) -> &u32 {
    let f = same_named;
    take(f);
    let y = n + 1;
    f(&y);
    take(f);
    let g: fn(&u32) -> &u32 = if n > 1 { same } else { |x| x };
    take(g);
    g(&y);
    take(|_| &3);
    g
}
fn any_result() -> Holder {
    Holder { f: |_| &3 }
}
fn of_parameter<'a>(x: &'a u32, f: fn(&u32) -> &u32) -> (&'a u32, fn(&'static u32) -> &'static u32) {
    (f(x), f)
}
