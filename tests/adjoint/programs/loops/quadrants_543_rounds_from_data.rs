// loops whose numbers of rounds are read from memory and grow from round to round: the tape is as long as they need
// length: 7
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(counts: &[u32], x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut v = x[i];
        let mut at = 0;
        for k in 0..counts.len() {
            for j in 0..counts[k] * counts[at] {
                v = v * 0.95 + (v * x[(at + j as usize) % x.len()]).sin() * 0.01;
                if j % 3 == 1 {
                    at = (at + counts[k] as usize) % counts.len();
                }
            }
        }
        let mut left = 300 + counts[i.get() % counts.len()];
        while left > 0 {
            v = (v * 1.001).sin() + 0.1;
            left -= 1;
        }
        y[i] = y[i] * v;
    }
}
