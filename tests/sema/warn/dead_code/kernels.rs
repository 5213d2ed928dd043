// A file of kernels: kernels are where it begins, whatever else is public.
use rustg_std::prelude::*;

#[kernel]
pub fn scale(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = scaled(x[i.get()], Mode::Double);
}
enum Mode {
    Double,
    Half, //~ dead_code variant `Half` is never constructed
}
fn scaled(x: f32, mode: Mode) -> f32 {
    match mode {
        Mode::Double => x * TWO,
        Mode::Half => x * HALF,
    }
}
const TWO: f32 = 2.0;
const HALF: f32 = 0.5;
const QUARTER: f32 = 0.25; //~ dead_code constant `QUARTER` is never used
fn by_nobody() {} //~ dead_code function `by_nobody` is never used
mod helpers {
    pub fn not_called(x: f32) -> f32 { //~ dead_code function `not_called` is never used
        x
    }
}
#[derive(Clone, Copy)]
struct Pair {
    a: f32,
    b: f32, //~ dead_code field `b` is never read
}
#[kernel]
pub fn pairs(mut y: GridMut<f32>) {
    let p = Pair { a: 1.0, b: 2.0 };
    y[thread::index()] = p.a;
}
