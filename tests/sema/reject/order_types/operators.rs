// Wrong operands come as their obligations are solved, a missing `mut` behind all.
use rustg_std::prelude::*;

fn norm(v: &[f32; 3]) -> f32 {
    let s = 0.0;
    for c in v {
        s += c * c; //~ E0384 cannot assign twice to immutable variable `s`
    }
    s.sqrt()
}

#[kernel]
pub fn norms(x: &[[f32; 3]], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = norm(x[i]); //~ E0308 mismatched types
        let n: f32 = x.len() * 2.0; //~ E0277 cannot multiply `usize` by `{float}`
        let m = x.len() as f32 / 2; //~ E0277 cannot divide `f32` by `{integer}`
        let k: usize = i.get() - 1i32; //~ E0277 cannot subtract `i32` from `usize` //~ E0308 mismatched types
        y[i] += !n; //~ E0600 cannot apply unary operator `!` to type `f32`
    }
}
