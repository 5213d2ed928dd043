// floats that all threads of a block read: in loops, outside of them, in parameters; blocks of whole warps and not
// length: 96
// n: 4
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, p: f64, v: [f64; 3], wide: [f64; 12], x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let own = x[i.get() % x.len()];
    let mut sum = z[0] * own;
    for j in 0..n as usize {
        sum = sum * 0.5 + z[j] * own * p;
        if j % 2 == 0 {
            sum += z[(j + 5) % z.len()].sin() * wide[(j + 3) % 12];
        }
    }
    if n > 2 {
        sum *= z[7];
    }
    if i < y.len() {
        y[i] = sum * y[i] + v[1] * z[2] + v[n as usize % 3];
    }
}
