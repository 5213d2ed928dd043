// arithmetic over a type parameter with many bounds
// threads: 4
// expect: 314 320 326 332
use rustg_std::prelude::*;

use core::ops::{Add, Mul};
trait Num: Copy + Add<Output = Self> + Mul<Output = Self> + PartialOrd {
    const ZERO: Self;
}
impl Num for u64 {
    const ZERO: u64 = 0;
}
impl Num for f32 {
    const ZERO: f32 = 0.0;
}
fn dot<T: Num>(a: &[T], b: &[T]) -> T {
    let mut s = T::ZERO;
    for k in 0..a.len() {
        s = s + a[k] * b[k];
    }
    s
}

fn value(i: u64) -> u64 {
    let _ = i;
    dot(&[1, 2, i], &[4, 5, 6]) + dot(&[1.5f32], &[2.0]) as u64 * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
