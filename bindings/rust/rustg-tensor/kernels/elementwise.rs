//! Elementwise operations on tensors in any strided layout: `y`, in order of rows, of one or two tensors whose strides may be 0
//! (broadcasting). `flat`: the operands lie as `y` does, so the layout need not be looked at.
use rustg_std::prelude::*;

/// Dimensions a layout has; those in front of a tensor's own are 1.
pub const RANK: usize = 6;

pub const ADD: u32 = 0;
pub const SUB: u32 = 1;
pub const MUL: u32 = 2;
pub const DIV: u32 = 3;
pub const MAX: u32 = 4;
pub const MIN: u32 = 5;
/// The second where the first is above 0, else 0: the gradient of `RELU`.
pub const RELU_GRADIENT: u32 = 6;
/// 1 where the two are equal, else 0.
pub const EQUAL: u32 = 7;

pub const COPY: u32 = 0;
pub const NEG: u32 = 1;
pub const EXP: u32 = 2;
pub const LN: u32 = 3;
pub const SQRT: u32 = 4;
pub const TANH: u32 = 5;
pub const SIGMOID: u32 = 6;
pub const RELU: u32 = 7;
pub const ABS: u32 = 8;

/// What these operations need of a float.
pub trait Real: Copy + PartialOrd {
    fn binary(op: u32, a: Self, b: Self) -> Self;
    fn unary(op: u32, x: Self) -> Self;
}

impl Real for f32 {
    fn binary(op: u32, a: f32, b: f32) -> f32 {
        match op {
            ADD => a + b,
            SUB => a - b,
            MUL => a * b,
            DIV => a / b,
            MAX => a.max(b),
            MIN => a.min(b),
            RELU_GRADIENT => {
                if a > 0.0 {
                    b
                } else {
                    0.0
                }
            }
            EQUAL => {
                if a == b {
                    1.0
                } else {
                    0.0
                }
            }
            _ => unreachable!(),
        }
    }
    fn unary(op: u32, x: f32) -> f32 {
        match op {
            COPY => x,
            NEG => -x,
            EXP => x.exp(),
            LN => x.ln(),
            SQRT => x.sqrt(),
            TANH => x.tanh(),
            SIGMOID => 1.0 / (1.0 + (-x).exp()),
            RELU => {
                if x > 0.0 {
                    x
                } else {
                    0.0
                }
            }
            ABS => x.abs(),
            _ => unreachable!(),
        }
    }
}

impl Real for f64 {
    fn binary(op: u32, a: f64, b: f64) -> f64 {
        match op {
            ADD => a + b,
            SUB => a - b,
            MUL => a * b,
            DIV => a / b,
            MAX => a.max(b),
            MIN => a.min(b),
            RELU_GRADIENT => {
                if a > 0.0 {
                    b
                } else {
                    0.0
                }
            }
            EQUAL => {
                if a == b {
                    1.0
                } else {
                    0.0
                }
            }
            _ => unreachable!(),
        }
    }
    fn unary(op: u32, x: f64) -> f64 {
        match op {
            COPY => x,
            NEG => -x,
            EXP => x.exp(),
            LN => x.ln(),
            SQRT => x.sqrt(),
            TANH => x.tanh(),
            SIGMOID => 1.0 / (1.0 + (-x).exp()),
            RELU => {
                if x > 0.0 {
                    x
                } else {
                    0.0
                }
            }
            ABS => x.abs(),
            _ => unreachable!(),
        }
    }
}

/// Where element `i`, in order of rows, lies.
fn place(mut i: usize, shape: &[u32; RANK], strides: &[u32; RANK]) -> usize {
    let mut at = 0;
    for d in (0..RANK).rev() {
        let side = shape[d] as usize;
        at += i % side * strides[d] as usize;
        i /= side;
    }
    at
}

fn map2<T: Real>(
    op: u32,
    flat: bool,
    shape: [u32; RANK],
    a_strides: [u32; RANK],
    b_strides: [u32; RANK],
    a: &[T],
    b: &[T],
    mut y: GridMut<T>,
) {
    let tid = thread::index();
    if tid >= y.len() {
        return;
    }
    let i = tid.get();
    y[tid] = if flat {
        T::binary(op, a[i], b[i])
    } else {
        T::binary(op, a[place(i, &shape, &a_strides)], b[place(i, &shape, &b_strides)])
    };
}

fn map1<T: Copy>(flat: bool, shape: [u32; RANK], strides: [u32; RANK], x: &[T], mut y: GridMut<T>, f: impl Fn(T) -> T) {
    let tid = thread::index();
    if tid >= y.len() {
        return;
    }
    let i = tid.get();
    y[tid] = f(x[if flat { i } else { place(i, &shape, &strides) }]);
}

#[kernel]
pub fn binary_f32(
    op: u32,
    flat: bool,
    shape: [u32; RANK],
    a_strides: [u32; RANK],
    b_strides: [u32; RANK],
    a: &[f32],
    b: &[f32],
    y: GridMut<f32>,
) {
    map2(op, flat, shape, a_strides, b_strides, a, b, y);
}

#[kernel]
pub fn binary_f64(
    op: u32,
    flat: bool,
    shape: [u32; RANK],
    a_strides: [u32; RANK],
    b_strides: [u32; RANK],
    a: &[f64],
    b: &[f64],
    y: GridMut<f64>,
) {
    map2(op, flat, shape, a_strides, b_strides, a, b, y);
}

#[kernel]
pub fn unary_f32(op: u32, flat: bool, shape: [u32; RANK], strides: [u32; RANK], x: &[f32], y: GridMut<f32>) {
    map1(flat, shape, strides, x, y, |v| f32::unary(op, v));
}

#[kernel]
pub fn unary_f64(op: u32, flat: bool, shape: [u32; RANK], strides: [u32; RANK], x: &[f64], y: GridMut<f64>) {
    map1(flat, shape, strides, x, y, |v| f64::unary(op, v));
}

/// Of two, where the second is one number.
#[kernel]
pub fn number_f32(
    op: u32,
    number: f32,
    flat: bool,
    shape: [u32; RANK],
    strides: [u32; RANK],
    x: &[f32],
    y: GridMut<f32>,
) {
    map1(flat, shape, strides, x, y, |v| f32::binary(op, v, number));
}

#[kernel]
pub fn number_f64(
    op: u32,
    number: f64,
    flat: bool,
    shape: [u32; RANK],
    strides: [u32; RANK],
    x: &[f64],
    y: GridMut<f64>,
) {
    map1(flat, shape, strides, x, y, |v| f64::binary(op, v, number));
}

/// `op` is `COPY`: there is nothing else to do with indices.
#[kernel]
pub fn unary_u32(op: u32, flat: bool, shape: [u32; RANK], strides: [u32; RANK], x: &[u32], y: GridMut<u32>) {
    assert!(op == COPY);
    map1(flat, shape, strides, x, y, |v| v);
}

fn rows_of<T: Copy>(columns: usize, rows: &[u32], x: &[T], mut y: GridMut<T>) {
    let tid = thread::index();
    if tid < y.len() {
        let i = tid.get();
        y[tid] = x[rows[i / columns] as usize * columns + i % columns];
    }
}

/// The rows of `x` that `rows` counts, in its order.
#[kernel]
pub fn take_f32(columns: usize, rows: &[u32], x: &[f32], y: GridMut<f32>) {
    rows_of(columns, rows, x, y);
}

#[kernel]
pub fn take_f64(columns: usize, rows: &[u32], x: &[f64], y: GridMut<f64>) {
    rows_of(columns, rows, x, y);
}

#[kernel]
pub fn take_u32(columns: usize, rows: &[u32], x: &[u32], y: GridMut<u32>) {
    rows_of(columns, rows, x, y);
}

fn cast<T: Copy, U>(x: &[T], mut y: GridMut<U>, f: impl Fn(T) -> U) {
    let i = thread::index();
    if i < y.len() {
        y[i] = f(x[i]);
    }
}

#[kernel]
pub fn cast_f32_f64(x: &[f32], y: GridMut<f64>) {
    cast(x, y, |v| v as f64);
}

#[kernel]
pub fn cast_f64_f32(x: &[f64], y: GridMut<f32>) {
    cast(x, y, |v| v as f32);
}

#[kernel]
pub fn cast_u32_f32(x: &[u32], y: GridMut<f32>) {
    cast(x, y, |v| v as f32);
}

#[kernel]
pub fn cast_u32_f64(x: &[u32], y: GridMut<f64>) {
    cast(x, y, |v| v as f64);
}
