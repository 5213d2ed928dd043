//! Words with their bytes in reverse order: one PTX instruction, and the same in Rust for all other engines.
use rustg_std::prelude::*;

fn reversed(word: u32) -> u32 {
    // SAFETY: prmt takes bytes 3, 2, 1, 0 of the first operand, as swap_bytes does.
    unsafe { ptx!("prmt.b32 {out}, {0}, 0, 0x0123;", word, cpu = word.swap_bytes()) }
}

#[kernel]
pub fn byte_shuffle(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = reversed(x[i]) ^ x[i].rotate_left(8);
    }
}
