// memory that nobody wrote, which rustc fills with ones
// threads: 1
// expect: 16843011
use rustg_std::prelude::*;
use std::mem;
struct Z;
#[allow(deprecated)]
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x: u32 = unsafe { mem::uninitialized() };
    let y: [u8; 3] = unsafe { mem::uninitialized() };
    let b: bool = unsafe { mem::uninitialized() };
    let _z: [Z; 2] = unsafe { mem::uninitialized() };
    out[t] = x as u64 + y[2] as u64 + b as u64;
}
