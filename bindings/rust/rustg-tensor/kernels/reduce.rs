//! Reductions along one axis of a tensor in order of rows, seen as outer by n by inner. The order of a sum depends on the shape
//! alone, so every run and every device makes the same bits.
use rustg_std::prelude::*;

pub const SUM: u32 = 0;
pub const MAX: u32 = 1;
pub const MIN: u32 = 2;

/// Threads of a block of `reduce_rows`.
pub const BLOCK: usize = 64;

/// The floats that are reduced.
pub trait Reduced: Plain {
    const ZERO: Self;
    const MOST: Self;
    const LEAST: Self;
    fn combine(op: u32, a: Self, b: Self) -> Self;
    fn start(op: u32) -> Self {
        match op {
            SUM => Self::ZERO,
            MAX => Self::LEAST,
            _ => Self::MOST,
        }
    }
}

impl Reduced for f32 {
    const ZERO: f32 = 0.0;
    const MOST: f32 = f32::INFINITY;
    const LEAST: f32 = f32::NEG_INFINITY;
    fn combine(op: u32, a: f32, b: f32) -> f32 {
        match op {
            SUM => a + b,
            MAX => a.max(b),
            _ => a.min(b),
        }
    }
}

impl Reduced for f64 {
    const ZERO: f64 = 0.0;
    const MOST: f64 = f64::INFINITY;
    const LEAST: f64 = f64::NEG_INFINITY;
    fn combine(op: u32, a: f64, b: f64) -> f64 {
        match op {
            SUM => a + b,
            MAX => a.max(b),
            _ => a.min(b),
        }
    }
}

/// One thread an element of the result: for an axis that is short or not the last.
fn along<T: Reduced>(op: u32, n: usize, inner: usize, x: &[T], mut y: GridMut<T>) {
    let tid = thread::index();
    if tid < y.len() {
        let first = tid.get() / inner * n * inner + tid.get() % inner;
        let mut all = T::start(op);
        for k in 0..n {
            all = T::combine(op, all, x[first + k * inner]);
        }
        y[tid] = all;
    }
}

/// One block a row of n; the last row may be shorter.
fn rows<T: Reduced>(op: u32, n: usize, x: &[T], mut y: GridMut<T>) {
    let partial = Shared::<T, BLOCK>::new();
    let rank = block::rank() as usize;
    let row = thread::block_idx_x() as usize;
    let end = ((row + 1) * n).min(x.len());
    let mut all = T::start(op);
    let mut at = row * n + rank;
    while at < end {
        all = T::combine(op, all, x[at]);
        at += BLOCK;
    }
    partial.set(rank, all);
    block::sync();
    let mut half = BLOCK / 2;
    while half > 0 {
        if rank < half {
            partial.set(rank, T::combine(op, partial.get(rank), partial.get(rank + half)));
        }
        block::sync();
        half /= 2;
    }
    if rank == 0 {
        assert!(row < y.len(), "more rows than results");
        // SAFETY: inside; a row is one block's, whose first thread alone writes.
        unsafe { *y.get_unchecked_mut(row) = partial.get(0) };
    }
}

#[kernel]
pub fn reduce_along_f32(op: u32, n: usize, inner: usize, x: &[f32], y: GridMut<f32>) {
    along(op, n, inner, x, y);
}

#[kernel]
pub fn reduce_along_f64(op: u32, n: usize, inner: usize, x: &[f64], y: GridMut<f64>) {
    along(op, n, inner, x, y);
}

#[kernel(block = 64)]
pub fn reduce_rows_f32(op: u32, n: usize, x: &[f32], y: GridMut<f32>) {
    rows(op, n, x, y);
}

#[kernel(block = 64)]
pub fn reduce_rows_f64(op: u32, n: usize, x: &[f64], y: GridMut<f64>) {
    rows(op, n, x, y);
}

/// The first column that holds each row's largest element.
fn largest<T: PartialOrd + Copy>(columns: usize, x: &[T], mut y: GridMut<u32>) {
    let tid = thread::index();
    if tid < y.len() {
        let row = &x[tid.get() * columns..(tid.get() + 1) * columns];
        let mut best = 0;
        for k in 1..columns {
            if row[k] > row[best] {
                best = k;
            }
        }
        y[tid] = best as u32;
    }
}

#[kernel]
pub fn argmax_f32(columns: usize, x: &[f32], y: GridMut<u32>) {
    largest(columns, x, y);
}

#[kernel]
pub fn argmax_f64(columns: usize, x: &[f64], y: GridMut<u32>) {
    largest(columns, x, y);
}
