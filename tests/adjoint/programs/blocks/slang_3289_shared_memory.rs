// what another system differentiates wrongly without a word: a value goes through group-shared memory to another thread
// length: 32
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let tile = Shared::<f64, 64>::new();
    let i = thread::index();
    let rank = thread::idx_x() as usize;
    let n = thread::block_dim_x() as usize;
    tile.set(rank, x[i.get() % x.len()]);
    block::sync();
    let other = tile.get(n - 1 - rank);
    block::sync();
    tile.set((rank + 1) % n, other * other);
    block::sync();
    if i < y.len() {
        y[i] = tile.get(rank) * x[i];
    }
}
