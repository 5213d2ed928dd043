// an array that each round fills anew, and arrays that only look so: filled twice, read before, costly
// length: 15
// k: 3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(k: u32, x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let anew = Shared::<f64, 16>::new();
    let twice = Shared::<f64, 16>::new();
    let before = Shared::<f64, 16>::new();
    let inner = Shared::<f64, 16>::new();
    let i = thread::index();
    let (rank, n) = (thread::idx_x() as usize, thread::block_dim_x() as usize);
    let mut sum = x[i.get() % x.len()];
    before.set(rank, sum);
    block::sync();
    for first in 0..k as usize {
        let carried = before.get(n - 1 - rank);
        anew.set(rank, x[(rank + first) % x.len()] * 0.5);
        twice.set(rank, z[(rank + first) % z.len()]);
        block::sync();
        for l in 0..n {
            sum = sum * 0.5 + (anew.get(l) * sum).sin() * twice.get((rank + l) % n);
            if l % 2 == 0 {
                inner.set(rank, z[(rank + l) % z.len()]);
                block::sync();
                sum *= inner.get((rank + 1) % n) * 0.5 + 0.5;
                block::sync();
            }
        }
        let late = anew.get((rank + 2) % n);
        block::sync();
        twice.set(rank, sum);
        before.set(rank, carried * sum * 0.5);
        block::sync();
        sum = sum * late + twice.get(n - 1 - rank) * carried * sum * 0.125;
        block::sync();
        sum = (sum * late * late).tanh();
    }
    if i < y.len() {
        y[i] *= sum;
    }
}
