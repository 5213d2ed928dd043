// every function with a formula
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let a = x[i];
        let b = y[i];
        let small = a * 0.5;
        let mut s = a.sin() * b.cos() + (a * 0.3).tan() + small.asin() - small.acos() + a.atan() + a.atan2(b);
        s += a.sinh() + b.cosh() * a.tanh() + a.asinh() + (a + 1.0).acosh() + small.atanh();
        s += a.exp() + b.exp2() * a.exp_m1() + a.ln() + b.log2() + a.log10() + b.ln_1p();
        s += a.powf(b) + a.cbrt() + a.hypot(b) + a.powi(3) + b.powi(-2);
        s += a.mul_add(b, s) + (a - b).abs() + (-a).copysign(b) * b + a.min(b) * 2.0 + a.max(b) * 3.0;
        s += a.sqrt() + 1.0 / b + a % 0.4 + (b % a) - a.clamp(0.5, 1.2) + a.recip() + b.to_radians();
        s += (a as f32) as f64 * 0.0 + (a * 7.0).floor() + (a.trunc() + b.round()) * a;
        let (sine, cosine) = (a * b).sin_cos();
        y[i] = s + sine * 2.0 - cosine * a;
    }
}
