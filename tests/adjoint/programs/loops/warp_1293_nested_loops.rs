// loops of dynamic numbers of rounds in one another
// n: 3
// m: 4
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, m: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut s = x[i];
        for a in 0..n {
            let mut inner = 1.0;
            for b in 0..m + a {
                inner = inner * 0.5 + s * x[(a + b) as usize % x.len()];
            }
            s = s + inner.sin();
        }
        y[i] = s * y[i];
    }
}
