// A function with a rule in loops whose rounds the run decides, with ways out.
// length: 8
// n: 5
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

fn half_rule(x: f64, to: f64, d: f64) -> (f64, f64) {
    (0.5 * d, -0.5 * d)
}

#[derivative(half_rule)]
fn half_way(x: f64, to: f64) -> f64 {
    let bits = (0.5 * (x - to)).to_bits();
    f64::from_bits(bits)
}

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let own = if i < y.len() { x[i] } else { 0.0 };
    let mut v = own;
    let mut w = 1.0;
    for k in 0..n {
        v = half_way(v * v, w);
        if v * w > 3.0 {
            break;
        }
        if k % 3 == 1 {
            w += half_way(v, own * own);
            continue;
        }
        w *= v;
    }
    if i < y.len() {
        y[i] = v * w;
    }
}
