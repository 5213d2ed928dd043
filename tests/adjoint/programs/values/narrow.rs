// f32, through f64 and back
// tolerance: 2e-6
// central: 2e-3
// n: 5
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut s = x[i].sin() as f64;
        for k in 0..n {
            s = s * 0.5 + (x[k as usize % x.len()] * a) as f64;
        }
        y[i] = (s as f32).exp() * y[i] + (x[i] * a).cos() + x[i].powf(a) + a.tanh();
    }
}
