//! The elementwise set over f32, f64 and `Complex<f64>`: one generic function, a kernel for each use of it.
use rustg_std::prelude::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

fn unary<T: Copy>(x: &[T], mut y: GridMut<T>, f: impl Fn(T) -> T) {
    let i = thread::index();
    if i < y.len() {
        y[i] = f(x[i]);
    }
}

fn binary<T: Copy>(a: &[T], b: &[T], mut y: GridMut<T>, f: impl Fn(T, T) -> T) {
    let i = thread::index();
    if i < y.len() {
        y[i] = f(a[i], b[i]);
    }
}

#[kernel]
pub fn add_f32(a: &[f32], b: &[f32], y: GridMut<f32>) {
    binary(a, b, y, Add::add);
}

#[kernel]
pub fn sub_f32(a: &[f32], b: &[f32], y: GridMut<f32>) {
    binary(a, b, y, Sub::sub);
}

#[kernel]
pub fn mul_f32(a: &[f32], b: &[f32], y: GridMut<f32>) {
    binary(a, b, y, Mul::mul);
}

#[kernel]
pub fn div_f32(a: &[f32], b: &[f32], y: GridMut<f32>) {
    binary(a, b, y, Div::div);
}

#[kernel]
pub fn neg_f32(x: &[f32], y: GridMut<f32>) {
    unary(x, y, Neg::neg);
}

#[kernel]
pub fn abs_f32(x: &[f32], y: GridMut<f32>) {
    unary(x, y, f32::abs);
}

#[kernel]
pub fn scalar_add_f32(s: f32, x: &[f32], y: GridMut<f32>) {
    unary(x, y, |v| v + s);
}

#[kernel]
pub fn scalar_mul_f32(s: f32, x: &[f32], y: GridMut<f32>) {
    unary(x, y, |v| v * s);
}

#[kernel]
pub fn add_f64(a: &[f64], b: &[f64], y: GridMut<f64>) {
    binary(a, b, y, Add::add);
}

#[kernel]
pub fn sub_f64(a: &[f64], b: &[f64], y: GridMut<f64>) {
    binary(a, b, y, Sub::sub);
}

#[kernel]
pub fn mul_f64(a: &[f64], b: &[f64], y: GridMut<f64>) {
    binary(a, b, y, Mul::mul);
}

#[kernel]
pub fn div_f64(a: &[f64], b: &[f64], y: GridMut<f64>) {
    binary(a, b, y, Div::div);
}

#[kernel]
pub fn neg_f64(x: &[f64], y: GridMut<f64>) {
    unary(x, y, Neg::neg);
}

#[kernel]
pub fn abs_f64(x: &[f64], y: GridMut<f64>) {
    unary(x, y, f64::abs);
}

#[kernel]
pub fn scalar_add_f64(s: f64, x: &[f64], y: GridMut<f64>) {
    unary(x, y, |v| v + s);
}

#[kernel]
pub fn scalar_mul_f64(s: f64, x: &[f64], y: GridMut<f64>) {
    unary(x, y, |v| v * s);
}

#[kernel]
pub fn add_c128(a: &[Complex<f64>], b: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    binary(a, b, y, Add::add);
}

#[kernel]
pub fn sub_c128(a: &[Complex<f64>], b: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    binary(a, b, y, Sub::sub);
}

#[kernel]
pub fn mul_c128(a: &[Complex<f64>], b: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    binary(a, b, y, Mul::mul);
}

#[kernel]
pub fn div_c128(a: &[Complex<f64>], b: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    binary(a, b, y, Div::div);
}

#[kernel]
pub fn neg_c128(x: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    unary(x, y, Neg::neg);
}

#[kernel]
pub fn abs_c128(x: &[Complex<f64>], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i].norm_sqr().sqrt();
    }
}

#[kernel]
pub fn scalar_add_c128(s: Complex<f64>, x: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    unary(x, y, |v| v + s);
}

#[kernel]
pub fn scalar_mul_c128(s: Complex<f64>, x: &[Complex<f64>], y: GridMut<Complex<f64>>) {
    unary(x, y, |v| v * s);
}
