//! C = A B, each thread one element of C, in order of rows.
use rustg_std::prelude::*;

#[kernel]
pub fn matmul(n: usize, k: usize, a: &[f32], b: &[f32], mut c: GridMut<f32>) {
    let i = thread::index();
    if i < c.len() {
        let (row, column) = (i.get() / n, i.get() % n);
        let mut sum = 0.0;
        for l in 0..k {
            sum += a[row * k + l] * b[l * n + column];
        }
        c[i] = sum;
    }
}
