// edition 2021
// A lifetime of an associated type that the bounds name is held; one that they do not allow is one error.
trait Any {}
impl<T> Any for T {}
trait Named<'a> {
    type Bar;
}
fn of_other<'a, T: Named<'a>>() -> impl IntoIterator<Item = T::Bar> {
    None
}
fn is_static<'a>(x: &'a u32) -> impl Any + 'static {
    x //~ - lifetime may not live long enough
}
