// steps of a blur in two shared arrays that change their parts; all threads write one element, the same
// length: 24
// steps: 3
use rustg_std::prelude::*;

fn blurred(from: &Shared<f64, 34>, at: usize, by: f64) -> f64 {
    (1.0 - 2.0 * by) * from.get(at) + by * (from.get(at - 1) * from.get(at + 1))
}

fn step(from: &Shared<f64, 34>, to: &Shared<f64, 34>, rank: usize, by: &Shared<f64, 2>) {
    to.set(rank + 1, blurred(from, rank + 1, by.get(1)));
    if rank == 0 {
        to.set(0, from.get(1));
    }
    if rank + 1 == thread::block_dim_x() as usize {
        to.set(rank + 2, from.get(rank + 1));
    }
    block::sync();
}

#[kernel(adjoint, tangent)]
pub fn f(steps: u32, by: f64, x: &[f64], mut y: GridMut<f64>) {
    let (even, odd) = (Shared::<f64, 34>::new(), Shared::<f64, 34>::new());
    let amount = Shared::<f64, 2>::new();
    let rank = thread::idx_x() as usize;
    let i = thread::index();
    amount.set(1, by * 0.2);
    even.set(rank + 1, x[i.get() % x.len()]);
    if rank == 0 {
        even.set(0, 0.5);
        even.set(thread::block_dim_x() as usize + 1, by);
    }
    block::sync();
    for k in 0..steps {
        if k % 2 == 0 {
            step(&even, &odd, rank, &amount);
        } else {
            step(&odd, &even, rank, &amount);
        }
    }
    let last = if steps % 2 == 0 { &even } else { &odd };
    if i < y.len() {
        y[i] += last.get(rank + 1) * last.get(rank + 1);
    }
}
