// A conversion that does not exist is one error, though the method and its trait both ask for it.
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a: u8 = 5u64.into(); //~ E0277 the trait bound `u8: From<u64>` is not satisfied
    let b: u8 = 5u64.into(); //~ E0277 the trait bound `u8: From<u64>` is not satisfied
    out[t] = (a + b) as u64;
}
