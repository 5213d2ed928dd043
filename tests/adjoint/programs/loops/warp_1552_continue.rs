// `continue` in a loop of a dynamic number of rounds
// n: 7
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut s = x[i];
        let mut k = 0;
        while k < n {
            k += 1;
            if k % 3 == 0 {
                continue;
            }
            s = s * x[k as usize % x.len()] + 0.25;
        }
        y[i] = s;
    }
}
