//! Every kind of parameter that a kernel can have.
use rustg_std::prelude::*;

/// A struct that kernels and the program share.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// A number.
    pub x: f32,
    /// A count.
    pub n: u32,
}

/// Sums all of it up.
#[kernel]
pub fn kinds(
    by: Point,
    is_on: bool,
    letter: char,
    half: bf16,
    z: Complex<f32>,
    pair: [u16; 2],
    points: &[Point],
    zs: &[Complex<f64>],
    rows: &[[i8; 4]],
    mut sums: GridMut<f64>,
    mut moved: GridMut<Point>,
) {
    let i = thread::index();
    if i < sums.len() && i < moved.len() {
        let p = points[i];
        let row = rows[i];
        let on = if is_on { 1.0 } else { 0.0 };
        let small = (row[0] + row[1] + row[2] + row[3]) as f64 + (pair[0] + pair[1]) as f64;
        sums[i] = on + (letter as u32) as f64 + half.to_f32() as f64 + (z.re * z.im) as f64 + zs[i].norm_sqr() + small;
        moved[i] = Point { x: p.x + by.x, n: p.n * by.n };
    }
}

/// Takes the names that a launch function uses itself.
#[kernel]
pub fn load(stream: u32, config: u32, r#match: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 100 * stream + 10 * config + r#match;
    }
}

/// Writes past what its thread owns.
///
/// # Safety
/// The launch has one thread, and `p` leads to two numbers.
#[kernel]
pub unsafe fn poke(p: *mut f32, mut y: GridMut<f32>) {
    unsafe {
        *p.add(1) = 5.0;
        *y.get_unchecked_mut(1) = 7.0;
    }
}

/// Takes more than a tuple holds.
#[kernel]
pub fn many(
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    e: u32,
    f: u32,
    g: u32,
    h: u32,
    i: u32,
    j: u32,
    k: u32,
    l: u32,
    m: u32,
    n: u32,
    o: u32,
    x: &[u32],
    mut y: GridMut<u32>,
) {
    let t = thread::index();
    if t < y.len() {
        y[t] = x[t] + a + b + c + d + e + f + g + h + i + j + k + l + m + n + o;
    }
}
