// lanes of a warp that give one another floats in shared memory, between barriers of the warp
// length: 64
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let tile = Shared::<f64, 64>::new();
    let i = thread::index();
    let rank = thread::idx_x() as usize;
    let n = thread::block_dim_x() as usize;
    let mut v = x[i.get() % x.len()];
    for k in 1..4 {
        tile.set(rank, v * v);
        warp::sync();
        let other = rank ^ k;
        v += if other < n { tile.get(other) * 0.25 } else { 0.5 };
        warp::sync();
    }
    if i < y.len() {
        y[i] *= v;
    }
}
