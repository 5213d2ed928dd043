// rustc: accepts
// A message is text up to its first NUL.
use rustg_std::prelude::*;
#[kernel]
pub fn k(n: u32) {
    println!("a\0b {}", n); //~ RUSTG0303 a NUL character in a message cannot be compiled for kernels yet
    println!("{}", "x\0y"); //~ RUSTG0303 a NUL character in a message cannot be compiled for kernels yet
    assert!(n > 0, "\0"); //~ RUSTG0303 a NUL character in a message cannot be compiled for kernels yet
    println!("{:\0<5}", n); //~ RUSTG0303 a NUL character in a message cannot be compiled for kernels yet
}
