// rustc: accepts
// Elements with destructors that are moved out of an array of more than 1,024.
use rustg_std::prelude::*;

struct D(u32);
impl Drop for D {
    fn drop(&mut self) {}
}

#[kernel]
pub fn f(mut out: GridMut<u32>) {
    let a: [D; 1025] = [const { D(1) }; 1025];
    let [first, .., last] = a; //~ RUSTG0303 a pattern that moves elements with destructors out of so long an array cannot be compiled for kernels yet
    let b: [D; 1024] = [const { D(1) }; 1024];
    let [second, ..] = b;
    for i in thread::grid_stride(out.len()) {
        out[i] = first.0 + last.0 + second.0;
    }
}
