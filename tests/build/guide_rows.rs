//! What the right column of the table in docs/guide/cuda.md says, word for word.
use rustg_std::hopper::{Sums, Barrier, copy_tile, more_registers};
use rustg_std::mma::{FragmentA, FragmentB, Accumulator, copy_async};
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C, align(16))] struct F4([f32; 4]);

fn f(x: f32) -> f32 {
    x.sin()
}

#[kernel] pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = f(x[i]);
    }
}

#[kernel(block = 256)]
pub fn shared(x: &[f32], mut y: GridMut<f32>) {
    let s = Shared::<f32, 256>::new();
    let own = thread::index();
    let i = thread::idx_x() as usize;
    let v = if own < x.len() { x[own] } else { 0.0 };
    s.set(i, v);
    block::sync();
    if own < y.len() {
        y[own] = s.get(i) + thread::block_idx_x() as f32 + thread::block_dim_x() as f32 + thread::grid_dim_x() as f32;
    }
}

#[kernel(block = 64)]
pub fn wide(x: &[F4], mut y: GridMut<f32>) {
    let s = Shared::<[f32; 4], 64>::new();
    let own = thread::index();
    s.set(thread::idx_x() as usize, if own < x.len() { x[own].0 } else { [0.0; 4] });
    block::sync();
    let at = s.as_ptr();
    if own < y.len() {
        // SAFETY: the memory has 64 elements, and the barrier was behind the writes.
        y[own] = unsafe { *at }[0];
    }
}

#[kernel(max_threads = 256)]
pub fn counts(x: &[f32], c: &[Atomic<u32>], mut y: GridMut<f32>) {
    let s = DynShared::<f32>::new();
    let n = x.len();
    for i in thread::grid_stride(n) {
        c[i].fetch_add(1, Relaxed);
    }
    let (v, d) = (thread::idx_x(), 1);
    let p = warp::shuffle_down(v, d) > 4;
    let bits = warp::ballot(p);
    let i = thread::index();
    if i < y.len() {
        y[i] = (bits + s.len() as u32) as f32;
    }
}

#[kernel(fast_math)]
pub fn numbers(a: f32, b: f32, c: f32, h: f16, g: bf16, mut y: GridMut<f32>) {
    let i = thread::index();
    let two: [f32; 2] = unsafe { ptx!("add.f32 {out.0}, {0}, {1}; sub.f32 {out.1}, {0}, {1};", a, b, cpu = [a + b, a - b]) };
    unsafe { ptx!("membar.gl;", cpu = ()) };
    let mut d = 0.0f32;
    unsafe { ptx!("add.f32 {0}, {0}, {1};", &mut d, a, cpu = d += a) };
    if i < y.len() {
        y[i] = a.mul_add(b, c) + fast::sin(a) + h.to_f32() + g.to_f32() + two[0] + d;
    }
}

/* Names of what is for some architectures alone. */
pub type Names = (Barrier, Sums<64>, Accumulator, FragmentA<bf16>, FragmentB<bf16>);
pub const MORE: unsafe fn() = more_registers::<24>;
