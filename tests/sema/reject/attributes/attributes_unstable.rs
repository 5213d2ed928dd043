// Attributes that stable code may not have, wherever they stand.
#[rustc_dummy] //~ E0658 use of an internal attribute
fn a() {}
#[rustc_foo] //~ - attributes starting with `rustc` are reserved for use by the `rustc` compiler //~ - cannot find attribute `rustc_foo` in this scope
fn b() {}
#[coverage(off)] //~ E0658 the `#[coverage]` attribute is an experimental feature
fn c() {}
#[allow_internal_unsafe] //~ E0658 allow_internal_unsafe side-steps the unsafe_code lint
macro_rules! m {
    () => {};
}
struct S {
    #[qux] //~ - cannot find attribute `qux` in this scope
    a: u32,
}
fn d(#[par] _x: u32) { //~ - cannot find attribute `par` in this scope
    #[bar] //~ - cannot find attribute `bar` in this scope
    let _y = 4;
    match 3 {
        #[baz] //~ - cannot find attribute `baz` in this scope
        _ => {}
    }
    #[cfg(no)]
    #[foo]
    let _z = 1;
    #[rustfmt::skip]
    let _w = 1;
}
