// What has to have a size: the last field of a packed struct that may be dropped, associated types, and results.
#[repr(packed)]
pub struct Packed<T: ?Sized> {
    data: T, //~ E0277 the size for values of type `T` cannot be known at compilation time
}
#[repr(packed)]
pub struct Plain {
    data: [u8],
}
pub trait Of {
    type Item;
    type Any: ?Sized;
}
impl Of for u32 {
    type Item = [u8]; //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
    type Any = [u8];
}
pub fn maybe() -> impl ?Sized { //~ E0277 the size for values of type `impl ?Sized` cannot be known at compilation time
    3
}
pub fn sized() -> impl Copy + ?Sized {
    3
}
