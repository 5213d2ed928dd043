//! Softmax and cross entropy of rows. First each row's largest score and the sum of e to each score less it: by one thread for a
//! short row, by a block for a long one. Then all else. Sums are made in an order that depends on the shape alone.
use rustg_std::prelude::*;

/// Threads of a block of `summary_block`.
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

fn summary<T: Score>(columns: usize, x: &[T], mut most: GridMut<T>, mut sum: GridMut<T>) {
    let tid = thread::index();
    if tid < most.len() {
        let row = &x[tid.get() * columns..(tid.get() + 1) * columns];
        let largest = row.iter().fold(T::LEAST, |most, x| most.larger(*x));
        most[tid] = largest;
        sum[tid] = row.iter().fold(T::default(), |sum, x| sum + (*x - largest).e_to());
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

fn summary_by_block<T: Score>(columns: usize, x: &[T], mut most: GridMut<T>, mut sum: GridMut<T>) {
    let shared = Shared::<T, BLOCK>::new();
    let number = thread::block_idx_x() as usize;
    let row = &x[number * columns..(number + 1) * columns];
    let rank = block::rank() as usize;
    let own = row.iter().skip(rank).step_by(BLOCK).fold(T::LEAST, |most, x| most.larger(*x));
    let largest = reduce(&shared, own, T::larger);
    let own = row.iter().skip(rank).step_by(BLOCK).fold(T::default(), |sum, x| sum + (*x - largest).e_to());
    let all = reduce(&shared, own, |a, b| a + b);
    if rank == 0 {
        assert!(number < most.len() && number < sum.len());
        // SAFETY: inside; a row is one block's, whose first thread alone writes.
        unsafe {
            *most.get_unchecked_mut(number) = largest;
            *sum.get_unchecked_mut(number) = all;
        }
    }
}

fn softmax<T: Score>(columns: usize, most: &[T], sum: &[T], x: &[T], mut y: GridMut<T>) {
    let tid = thread::index();
    if tid < y.len() {
        let row = tid.get() / columns;
        y[tid] = (x[tid.get()] - most[row]).e_to() / sum[row];
    }
}

/// A row's loss is the logarithm of the sum of e to its scores, less the score of its label.
fn losses<T: Score>(columns: usize, most: &[T], sum: &[T], x: &[T], labels: &[u32], mut loss: GridMut<T>) {
    let tid = thread::index();
    if tid < loss.len() {
        let row = tid.get();
        let label = labels[row] as usize;
        assert!(label < columns, "label {} of {} classes", label, columns);
        loss[tid] = sum[row].log() + most[row] - x[row * columns + label];
    }
}

/// Its gradient: scale times (softmax less 1 at the label).
fn gradient<T: Score>(columns: usize, scale: T, most: &[T], sum: &[T], x: &[T], labels: &[u32], mut dx: GridMut<T>) {
    let tid = thread::index();
    if tid < dx.len() {
        let (row, column) = (tid.get() / columns, tid.get() % columns);
        let less = if column == labels[row] as usize { T::ONE } else { T::default() };
        dx[tid] = ((x[tid.get()] - most[row]).e_to() / sum[row] - less) * scale;
    }
}

#[kernel]
pub fn summary_f32(columns: usize, x: &[f32], most: GridMut<f32>, sum: GridMut<f32>) {
    summary(columns, x, most, sum);
}

#[kernel(block = 32)]
pub fn summary_block_f32(columns: usize, x: &[f32], most: GridMut<f32>, sum: GridMut<f32>) {
    summary_by_block(columns, x, most, sum);
}

#[kernel]
pub fn softmax_f32(columns: usize, most: &[f32], sum: &[f32], x: &[f32], y: GridMut<f32>) {
    softmax(columns, most, sum, x, y);
}

#[kernel]
pub fn cross_entropy_f32(columns: usize, most: &[f32], sum: &[f32], x: &[f32], labels: &[u32], loss: GridMut<f32>) {
    losses(columns, most, sum, x, labels, loss);
}

#[kernel]
pub fn cross_entropy_gradient_f32(
    columns: usize,
    scale: f32,
    most: &[f32],
    sum: &[f32],
    x: &[f32],
    labels: &[u32],
    dx: GridMut<f32>,
) {
    gradient(columns, scale, most, sum, x, labels, dx);
}

#[kernel]
pub fn summary_f64(columns: usize, x: &[f64], most: GridMut<f64>, sum: GridMut<f64>) {
    summary(columns, x, most, sum);
}

#[kernel(block = 32)]
pub fn summary_block_f64(columns: usize, x: &[f64], most: GridMut<f64>, sum: GridMut<f64>) {
    summary_by_block(columns, x, most, sum);
}

#[kernel]
pub fn softmax_f64(columns: usize, most: &[f64], sum: &[f64], x: &[f64], y: GridMut<f64>) {
    softmax(columns, most, sum, x, y);
}

#[kernel]
pub fn cross_entropy_f64(columns: usize, most: &[f64], sum: &[f64], x: &[f64], labels: &[u32], loss: GridMut<f64>) {
    losses(columns, most, sum, x, labels, loss);
}

#[kernel]
pub fn cross_entropy_gradient_f64(
    columns: usize,
    scale: f64,
    most: &[f64],
    sum: &[f64],
    x: &[f64],
    labels: &[u32],
    dx: GridMut<f64>,
) {
    gradient(columns, scale, most, sum, x, labels, dx);
}
