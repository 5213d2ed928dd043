// Dropping a ManuallyDrop does nothing.
use core::mem::{drop, ManuallyDrop};
pub struct S;
pub fn f(x: ManuallyDrop<S>) {
    drop(x); //~ undropped_manually_drops calls to `std::mem::drop` with `std::mem::ManuallyDrop` instead of the inner value does nothing
}
#[allow(undropped_manually_drops)]
pub fn g(x: ManuallyDrop<S>) {
    drop(x);
}
