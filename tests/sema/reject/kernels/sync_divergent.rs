// rustc: accepts
use rustg_std::prelude::*;

#[kernel]
pub fn reduce(mut out: GridMut<u32>) {
    let i = thread::index();
    if thread::idx_x() < 7 {
        block::sync(); //~ RUSTG0323 `block::sync()` that only some threads of the block may reach
    }
    if i < out.len() {
        out[i] = 1;
    }
}
