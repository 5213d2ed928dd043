// A pointer to what ends in an associated type with a size is thin.
use core::mem::transmute;
pub trait Of {
    type Item;
}
pub struct Holds<T: Of> {
    item: T::Item,
}
pub fn h<T: Of>(x: &Holds<T>) -> &[T] {
    unsafe { transmute(x) } //~ E0512 cannot transmute between types of different sizes, or dependently-sized types
}
