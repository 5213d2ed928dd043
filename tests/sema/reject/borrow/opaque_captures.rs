// `use<..>` says which lifetimes an `impl Trait` may hold.
fn a<'a>(x: &'a u32) -> impl Sized + use<> {
    x //~ E0700 hidden type for `impl Sized + use<>` captures lifetime that does not appear in bounds
}
fn b<'a>(x: &'a u32) -> impl Sized + use<'a> {
    x
}
fn c<'a: 'b, 'b>(x: &'a u32, _: &'b u32) -> impl Sized + use<'b> {
    x
}
