// What Drop is implemented for: a type of this crate, with all of its arguments and without further bounds.
use std::marker::PhantomData;

pub trait Bound {}
pub struct Whole<T>(pub T);
pub struct Two<A, B>(pub A, pub B);
pub struct Bounded<T: Bound>(pub T);
pub struct Lives<'a>(pub &'a u32);
pub struct Sized2<const N: usize>(pub [u8; N]);
pub enum Either<T> {
    Left(T),
    Right,
}

impl Drop for Whole<i32> { //~ E0366 `Drop` impls cannot be specialized
    fn drop(&mut self) {}
}
impl<T> Drop for Two<T, T> { //~ E0366 `Drop` impls cannot be specialized
    fn drop(&mut self) {}
}
impl<T: Bound> Drop for Bounded<T> {
    fn drop(&mut self) {}
}
impl Drop for Lives<'static> { //~ E0366 `Drop` impls cannot be specialized
    fn drop(&mut self) {}
}
impl Drop for Sized2<3> { //~ E0366 `Drop` impls cannot be specialized
    fn drop(&mut self) {}
}
impl<T: Bound> Drop for Either<T> { //~ E0367 `Drop` impl requires `T: Bound` but the enum it is implemented for does not
    fn drop(&mut self) {}
}

pub struct Anonymous<'a, T>(pub &'a T, pub PhantomData<T>);
impl<T> Drop for Anonymous<'_, T> {
    fn drop(&mut self) {}
}
