// `use<..>` says which lifetimes an `impl Trait` may hold.
fn a<'a>(x: &'a u32) -> impl Sized + use<> {
    x //~ E0700 hidden type for `impl Sized` captures lifetime that does not appear in bounds
}
struct Wrap<T>(T);
fn in_option<'a>(x: &'a u32) -> Option<impl Sized + use<>> {
    Some(x) //~ E0700 hidden type for `impl Sized` captures lifetime that does not appear in bounds
}
fn in_pair<'a>(x: &'a u32) -> (u32, impl Sized + use<>) {
    (1, x) //~ E0700 hidden type for `impl Sized` captures lifetime that does not appear in bounds
}
fn in_array<'a>(x: &'a u32) -> [impl Sized + use<>; 1] {
    [x] //~ E0700 hidden type for `impl Sized` captures lifetime that does not appear in bounds
}
fn in_struct<'a>(x: &'a u32) -> Wrap<impl Sized + use<'a>> {
    Wrap(x)
}
fn b<'a>(x: &'a u32) -> impl Sized + use<'a> {
    x
}
fn c<'a: 'b, 'b>(x: &'a u32, _: &'b u32) -> impl Sized + use<'b> {
    x
}
