// a product by tiles in shared memory: each tile is written anew in each round, between barriers
// length: 35
// k: 6
use rustg_std::prelude::*;

const TILE: usize = 4;

#[kernel(adjoint, tangent)]
pub fn f(k: u32, a: &[f64], b: &[f64], mut c: GridMut<f64>) {
    let tile_a = Shared::<f64, { TILE * 64 }>::new();
    let tile_b = Shared::<f64, TILE>::new();
    let i = thread::index();
    let x = thread::idx_x() as usize;
    let (k, n) = (k as usize, a.len());
    let mut sum = 0.0;
    for first in (0..k).step_by(TILE) {
        for l in 0..TILE {
            let at = first + l;
            tile_a.set(x * TILE + l, if at < k { a[(i.get() * 3 + at) % n] } else { 0.0 });
        }
        for l in (x..TILE).step_by(thread::block_dim_x() as usize) {
            tile_b.set(l, if first + l < k { b[first + l] * 0.5 } else { 0.0 });
        }
        block::sync();
        let next = (x + 1) % thread::block_dim_x() as usize;
        for l in 0..TILE {
            sum += tile_a.get(x * TILE + l) * tile_b.get(l) + tile_a.get(next * TILE + l) * 0.125;
        }
        block::sync();
    }
    if i < c.len() {
        c[i] = sum * c[i] + sum.sin();
    }
}
