// rustc: accepts
// Which thread comes first decides where a value goes by these operations, so it would decide the gradient.
use rustg_std::prelude::*;

#[kernel(adjoint)]
pub fn add_by_swaps(x: &[f32], sum: &[Atomic<u32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut old = sum[0].load(Relaxed);
        loop {
            let new = (f32::from_bits(old) + x[i]).to_bits();
            match sum[0].compare_exchange(old, new, Relaxed) { //~ RUSTG0705 the kernel `add_by_swaps` has no derivative: this is an atomic operation whose result depends on the order of threads
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn exchanged(x: &[f32], last: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] += last[0].swap(x[i], Relaxed); //~ RUSTG0705 the kernel `exchanged` has no derivative: this is an atomic operation whose result depends on the order of threads
    }
}

#[kernel(adjoint)]
pub fn stored(x: &[f32], last: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        last[0].store(x[i], Relaxed); //~ RUSTG0705 the kernel `stored` has no derivative: this is an atomic operation whose result depends on the order of threads
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn loaded(x: &[f32], last: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i] * last[0].load(Relaxed); //~ RUSTG0705 the kernel `loaded` has no derivative: this is an atomic operation whose result depends on the order of threads
    }
}

#[kernel(adjoint)]
pub fn locked(x: &[f32], lock: &[Atomic<u32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        while lock[0].compare_exchange(0, 1, Acquire).is_err() {} //~ RUSTG0705 the kernel `locked` has no derivative: this is an atomic operation whose result depends on the order of threads
        y[i] = x[i] * y[i];
        lock[0].store(0, Release);
    }
}
