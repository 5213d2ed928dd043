// elements that all threads of a block read in many rounds: nested loops, conditions, breaks, a warp that is not whole
// length: 88
// n: 37
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], z: &[f64], w: &[f64], pairs: &[[f64; 2]], mut y: GridMut<f64>) {
    let i = thread::index();
    let own = x[i.get() % x.len()];
    let mut sum = 0.1;
    for j in 0..2 * n as usize {
        let (dx, dy) = (z[j] - own, w[j] * own);
        sum += dx * dy / (1.0 + dx * dx);
        if j % 3 == 0 {
            sum += pairs[j][0] * own - pairs[j][j % 2] * 0.5;
        }
        if j > 70 {
            break;
        }
    }
    for j in 0..3 {
        for k in 0..n as usize - 4 {
            sum = sum * 0.99 + z[(k + j) % 88] * own;
        }
        sum += w[j];
    }
    let mut j = 5;
    while j < 50 {
        sum -= z[j].sin() * own;
        j += 7;
    }
    if i < y.len() {
        y[i] = sum;
    }
}
