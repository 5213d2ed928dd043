// gradients of gradients: sums over all elements, neighbours, quotients, branches, a parameter by value, y as it was
// length: 35
// n: 7
// tape: none
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

fn bent(v: f64, w: f64) -> f64 {
    if v > w { (v * w).sin() } else { v * v / (1.0 + w * w) }
}

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, p: f64, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let at = i.get() % x.len();
    let (mut force, own) = (0.0, x[at]);
    for j in 0..n as usize {
        let d = x[j] - own;
        force += d / (d * d + 0.5).sqrt();
    }
    if i < y.len() && i.get() >= 1 && i.get() + 1 < x.len() {
        let near = x[i.get() - 1] * x[i.get() + 1].exp();
        y[i] = y[i] * near + force * force * p + bent(own, y[i]) * p * p;
    }
}
