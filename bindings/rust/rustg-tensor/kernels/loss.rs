//! Softmax and cross entropy of rows, a block a row. Sums are made in an order that depends on the shape alone.
use rustg_std::prelude::*;

/// Threads of a block.
pub const BLOCK: usize = 32;

/// The floats of scores.
pub trait Score:
    Plain
    + Default
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
{
    const LEAST: Self;
    const ONE: Self;
    fn larger(self, other: Self) -> Self;
    fn e_to(self) -> Self;
    fn log(self) -> Self;
}

impl Score for f32 {
    const LEAST: f32 = f32::NEG_INFINITY;
    const ONE: f32 = 1.0;
    fn larger(self, other: f32) -> f32 {
        self.max(other)
    }
    fn e_to(self) -> f32 {
        self.exp()
    }
    fn log(self) -> f32 {
        self.ln()
    }
}

impl Score for f64 {
    const LEAST: f64 = f64::NEG_INFINITY;
    const ONE: f64 = 1.0;
    fn larger(self, other: f64) -> f64 {
        self.max(other)
    }
    fn e_to(self) -> f64 {
        self.exp()
    }
    fn log(self) -> f64 {
        self.ln()
    }
}

/// All threads get what `combine` makes of all their values.
fn reduce<T: Score>(values: &Shared<T, BLOCK>, own: T, combine: impl Fn(T, T) -> T) -> T {
    let rank = block::rank() as usize;
    block::sync();
    values.set(rank, own);
    block::sync();
    let mut half = BLOCK / 2;
    while half > 0 {
        if rank < half {
            values.set(rank, combine(values.get(rank), values.get(rank + half)));
        }
        block::sync();
        half /= 2;
    }
    values.get(0)
}

/// A row's largest score, and the sum of e to each score less it.
fn summary<T: Score>(row: &[T]) -> (T, T) {
    let shared = Shared::<T, BLOCK>::new();
    let rank = block::rank() as usize;
    let mut most = T::LEAST;
    let mut k = rank;
    while k < row.len() {
        most = most.larger(row[k]);
        k += BLOCK;
    }
    let most = reduce(&shared, most, T::larger);
    let mut sum = T::default();
    k = rank;
    while k < row.len() {
        sum = sum + (row[k] - most).e_to();
        k += BLOCK;
    }
    (most, reduce(&shared, sum, |a, b| a + b))
}

fn softmax<T: Score>(columns: usize, x: &[T], mut y: GridMut<T>) {
    let row = thread::block_idx_x() as usize;
    let x = &x[row * columns..(row + 1) * columns];
    let (most, sum) = summary(x);
    assert!((row + 1) * columns <= y.len());
    let mut k = block::rank() as usize;
    while k < columns {
        // SAFETY: inside; a row is one block's, a column one thread's.
        unsafe { *y.get_unchecked_mut(row * columns + k) = (x[k] - most).e_to() / sum };
        k += BLOCK;
    }
}

/// A row's loss is the logarithm of the sum of e to its scores, less the score of its label.
fn losses<T: Score>(columns: usize, x: &[T], labels: &[u32], mut loss: GridMut<T>) {
    let row = thread::block_idx_x() as usize;
    let x = &x[row * columns..(row + 1) * columns];
    let (most, sum) = summary(x);
    if block::rank() == 0 {
        let label = labels[row] as usize;
        assert!(label < columns, "label {} of {} classes", label, columns);
        assert!(row < loss.len());
        // SAFETY: inside; a row is one block's, whose first thread alone writes.
        unsafe { *loss.get_unchecked_mut(row) = sum.log() + most - x[label] };
    }
}

/// Its gradient: scale times (softmax less 1 at the label).
fn gradient<T: Score>(columns: usize, scale: T, x: &[T], labels: &[u32], mut dx: GridMut<T>) {
    let row = thread::block_idx_x() as usize;
    let label = labels[row] as usize;
    let x = &x[row * columns..(row + 1) * columns];
    let (most, sum) = summary(x);
    assert!((row + 1) * columns <= dx.len());
    let mut k = block::rank() as usize;
    while k < columns {
        let p = (x[k] - most).e_to() / sum;
        let less = if k == label { T::ONE } else { T::default() };
        // SAFETY: inside; a row is one block's, a column one thread's.
        unsafe { *dx.get_unchecked_mut(row * columns + k) = (p - less) * scale };
        k += BLOCK;
    }
}

#[kernel(block = 32)]
pub fn softmax_f32(columns: usize, x: &[f32], y: GridMut<f32>) {
    softmax(columns, x, y);
}

#[kernel(block = 32)]
pub fn softmax_f64(columns: usize, x: &[f64], y: GridMut<f64>) {
    softmax(columns, x, y);
}

#[kernel(block = 32)]
pub fn cross_entropy_f32(columns: usize, x: &[f32], labels: &[u32], loss: GridMut<f32>) {
    losses(columns, x, labels, loss);
}

#[kernel(block = 32)]
pub fn cross_entropy_f64(columns: usize, x: &[f64], labels: &[u32], loss: GridMut<f64>) {
    losses(columns, x, labels, loss);
}

#[kernel(block = 32)]
pub fn cross_entropy_gradient_f32(columns: usize, scale: f32, x: &[f32], labels: &[u32], dx: GridMut<f32>) {
    gradient(columns, scale, x, labels, dx);
}

#[kernel(block = 32)]
pub fn cross_entropy_gradient_f64(columns: usize, scale: f64, x: &[f64], labels: &[u32], dx: GridMut<f64>) {
    gradient(columns, scale, x, labels, dx);
}
