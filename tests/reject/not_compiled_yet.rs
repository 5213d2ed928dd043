// rustc: accepts
// What is Rust and not for kernels yet.
use rustg_std::prelude::*;

#[kernel]
pub fn f(mut out: GridMut<u64>) {
    let x: u128 = 1; //~ - a 128-bit integer cannot be compiled for kernels yet
    let i = thread::index();
    out[i] = x as u64;
}
