// Pointers that are compared are of one type; so is a constant of what its trait is given.
pub fn compare<'a, 'b>(x: *mut &'a i32, y: *mut &'b i32) -> bool {
    x == y //~ - lifetime may not live long enough
}
pub fn compare_shared<'a, 'b>(x: *const &'a i32, y: *const &'b i32) -> bool {
    x == y
}
pub trait Named<'a> {
    const NAME: &'a u32;
}
pub fn name<'a, T: Named<'a>>() -> &'static u32 {
    T::NAME //~ - lifetime may not live long enough
}
pub fn own_name<'a, T: Named<'a>>() -> &'a u32 {
    T::NAME
}
pub trait Any {}
impl<T> Any for T {}
pub fn opaque<T>(x: T) -> impl Any + 'static {
    x //~ E0310 the parameter type `T` may not live long enough
}
pub struct Kept<T: 'static>(pub T);
pub fn written<T>() -> bool {
    matches!(None::<Kept<T>>, Some(_)) //~ E0310 the parameter type `T` may not live long enough
}
