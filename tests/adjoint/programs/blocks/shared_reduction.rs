// a reduction of a block by halves, and a float that all threads of the block read
// length: 37
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(p: f64, x: &[f64], mut y: GridMut<f64>) {
    let partial = Shared::<f64, 64>::new();
    let top = Shared::<f64, 1>::new();
    let rank = block::rank() as usize;
    let i = thread::index();
    let v = if i.get() < x.len() { x[i] * p } else { 1.0 };
    partial.set(rank, v);
    if rank + 1 == thread::block_dim_x() as usize {
        for k in rank + 1..64 {
            partial.set(k, 0.0);
        }
    }
    block::sync();
    let mut half = 32;
    while half > 0 {
        let other = if rank < half { partial.get(rank + half) } else { 0.0 };
        let own = partial.get(rank);
        block::sync();
        partial.set(rank, own + other * (1.0 + 0.25 * own));
        block::sync();
        half /= 2;
    }
    if rank == 0 {
        top.set(0, partial.get(0).sqrt());
    }
    block::sync();
    if i < y.len() {
        y[i] = v / top.get(0) + y[i] * partial.get(0);
    }
}
