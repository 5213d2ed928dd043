// rustc: accepts
// What is Rust and not for kernels yet.
use rustg_std::prelude::*;

#[kernel]
pub fn f(mut out: GridMut<u64>) {
    let x: u128 = 1; //~ - a 128-bit integer cannot be compiled for kernels yet
    let c = 'a'.is_alphabetic(); //~ - `is_alphabetic` cannot be compiled for kernels yet
    let v = [1u8, 2].to_vec(); //~ - `to_vec` cannot be compiled for kernels yet
    let i = thread::index();
    out[i] = x as u64;
}
