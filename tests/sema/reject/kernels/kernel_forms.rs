// rustc: accepts
use rustg_std::prelude::*;

#[kernel(block = 0)] //~ RUSTG0540 this option of `#[kernel]` is not understood
pub fn a(mut out: GridMut<u32>) {
    let i = thread::index();
    out[i] = 1;
}

#[kernel(fast)] //~ RUSTG0540 this option of `#[kernel]` is not understood
pub fn b(mut out: GridMut<u32>) {
    let i = thread::index();
    out[i] = 1;
}

#[kernel]
pub fn c(mut out: GridMut<u32>) -> u32 { //~ RUSTG0541 a kernel returns nothing
    1
}

#[kernel]
pub fn d<T>(out: &mut [T]) {} //~ RUSTG0542 a kernel's parameter cannot be `&mut [T]`: all threads would share it
