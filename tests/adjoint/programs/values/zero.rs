// casts to integers, comparisons and steps have the derivative zero by definition
// zero: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let steps = (x[i] * 10.0) as i32 as f64;
        y[i] = steps + (x[i] * 3.0).floor() + if x[i] > 1.0 { 1.0 } else { 2.0 } + x[i].signum() + (x[i] * 2.0).round();
    }
}
