// break, return, labels and a loop with a value
// n: 9
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut s = x[i];
        let mut k = 0;
        'outer: loop {
            let mut j = 0;
            while j < 5 {
                j += 1;
                s = s * 1.1 + x[(k + j) as usize % x.len()] * s;
                if j == 3 && k % 2 == 0 {
                    k += 1;
                    continue 'outer;
                }
                if s > 30.0 {
                    break 'outer;
                }
            }
            k += 1;
            if k >= n {
                break;
            }
        }
        let t = loop {
            s *= 0.5;
            if s < 4.0 {
                break s * s;
            }
        };
        if t > 9.0 {
            y[i] = t * y[i];
            return;
        }
        y[i] = t + y[i] * 3.0;
    }
}
