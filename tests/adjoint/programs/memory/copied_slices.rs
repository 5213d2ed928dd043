// copy_from_slice: arguments, outputs and locals, parts of them, arrays and structs of floats, in loops, of no length, arrays of no elements
// length: 11
// n: 3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], pairs: &[[f64; 2]], mut y: GridMut<f64>) {
    let i = thread::index();
    let at = i.get() % (x.len() - 4);
    let mut own = [0.25f64; 6];
    own[..4].copy_from_slice(&x[at..at + 4]);
    let mut sum = own[0] * own[3] - own[5] * own[1];
    for k in 0..n as usize {
        let before = own;
        own[..k].copy_from_slice(&before[3..3 + k]);
        own[k..k + 2].copy_from_slice(&pairs[k + at]);
        sum = sum * 0.5 + own[1] * own[2] + own[k].sin();
    }
    let (none, mut own_none): ([f64; 0], [f64; 0]) = ([], []);
    own[3..3].copy_from_slice(&none);
    own[n as usize..n as usize].copy_from_slice(&none);
    own_none.copy_from_slice(&own[n as usize + 3..]);
    let mut rows = [[0.0f64; 2]; 3];
    rows.copy_from_slice(&pairs[at..at + 3]);
    sum += rows[0][1] * rows[2][0] * own[4];
    if i < y.len() {
        y[i] = sum;
    }
}
