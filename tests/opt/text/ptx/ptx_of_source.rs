// PTX of the source, without the Rust that stands for it.
// has: brev.b32
// lacks: .local
// lacks: call ($ar), $f1
use rustg_std::prelude::*;
fn low(a: u32) -> u32 {
    let by = [a, 5, 3];
    unsafe { ptx!("brev.b32 {out}, {0};", a, cpu = by[a as usize % 3]) }
}
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() { y[i] = low(thread::idx_x()); }
}
