// `impl Trait` types made of themselves.
fn a(n: u32) -> impl Sized { //~ E0720 cannot resolve opaque type
    (b(n), 1)
}
fn b(n: u32) -> impl Sized { //~ E0720 cannot resolve opaque type
    (a(n), 2)
}
fn id<T>(t: T) -> impl Sized {
    t
}
fn c() -> impl Sized {
    id(id(1))
}
fn d() -> impl Sized {
    d()
}
