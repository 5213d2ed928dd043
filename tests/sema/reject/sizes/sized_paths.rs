// A path to a fn wants sized arguments, whether or not it has other bounds.
use rustg_std::prelude::*;
pub struct W<T>(T);
impl<T> W<T> {
    fn new() {}
    fn own<U>(&self) {}
}
pub trait Tr {
    fn t<U>() {}
}
impl Tr for u8 {}
fn two<T>() {}
fn open<T: ?Sized>() {}
#[kernel]
pub fn k() {
    open::<str>();
    two::<str>(); //~ E0277 the size for values of type `str` cannot be known
    let _f = two::<[u8]>; //~ E0277 the size for values of type `[u8]` cannot be known
    W(1).own::<str>(); //~ E0277 the size for values of type `str` cannot be known
    <u8 as Tr>::t::<str>(); //~ E0277 the size for values of type `str` cannot be known
    let _n = core::mem::size_of::<str>(); //~ E0277 the size for values of type `str` cannot be known
}
