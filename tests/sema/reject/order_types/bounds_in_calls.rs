// What a call requires comes before the next statement.
use rustg_std::prelude::*;
use core::ops::{Add, Mul};

fn dot<T>(a: &[T], b: &[T]) -> T
where
    T: Add<Output = T> + Mul<Output = T> + Default,
{
    let mut s = T::default();
    for i in 0..a.len() {
        s = s + a[i] * b[i]; //~ E0508 cannot move out of type `[T]`, a non-copy slice //~ E0508 cannot move out of type `[T]`, a non-copy slice
    }
    s
}

struct NoDefault(f32);
impl Add for NoDefault { type Output = NoDefault; fn add(self, o: Self) -> Self { NoDefault(self.0 + o.0) } }
impl Mul for NoDefault { type Output = f32; fn mul(self, o: Self) -> f32 { self.0 * o.0 } }

#[kernel]
pub fn dots(a: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let n = [NoDefault(1.0), NoDefault(2.0)];
        let d = dot(&n, &n); //~ E0271 type mismatch resolving `<NoDefault as Mul>::Output == //~ E0277 the trait bound `NoDefault: Default` is not satisfied
        y[i] = dot(a, &[1.0f64]); //~ E0308 mismatched types
    }
}
