// rows and columns of a block that read the same elements of a tile: within a warp, over warps, in other numbers
// length: 64
// columns: 8
// rows: 8
use rustg_std::prelude::*;

const TILE: usize = 8;

#[kernel(adjoint, tangent, block = (8, 8))]
pub fn f(a: &[f64], b: &[f64], mut c: GridMut<f64>) {
    let tile_a = Shared::<f64, { TILE * TILE }>::new();
    let tile_b = Shared::<f64, { TILE * TILE }>::new();
    let (x, y) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let mut sum = 0.5;
    for round in 0..3 {
        tile_a.set(y * TILE + x, a[(y * TILE + x + round) % 64] * 1.5);
        tile_b.set(y * TILE + x, b[(y * TILE + x + 7 * round) % 64].sin());
        block::sync();
        for l in 0..TILE {
            sum += tile_a.get(y * TILE + l) * tile_b.get(l * TILE + x);
        }
        for l in 1..4 {
            sum = sum * 0.9 + tile_a.get((TILE - l) * TILE + x) * tile_b.get(y * TILE + l);
        }
        block::sync();
    }
    let i = thread::index();
    if i < c.len() {
        c[i] = sum;
    }
}
