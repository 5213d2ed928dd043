// rustc: accepts
// What is Rust and not for kernels yet.
use rustg_std::prelude::*;

struct Wide<const N: u128>;

#[kernel]
pub fn f(mut out: GridMut<u64>) {
    let x = Wide::<0x1_0000_0000_0000_0000>; //~ RUSTG0303 a const argument beyond 64 bits cannot be compiled for kernels yet
    let c = 'a'.is_alphabetic(); //~ RUSTG0303 `is_alphabetic` cannot be compiled for kernels yet
    let v = [1u8, 2].to_vec(); //~ RUSTG0303 `to_vec` cannot be compiled for kernels yet
    let i = thread::index();
    out[i] = 1;
}
