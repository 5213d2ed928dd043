// a block whose last memory goes to the sums of its rows, so that what all its threads add has none
// length: 64
// columns: 8
// rows: 8
use rustg_std::prelude::*;

const TILE: usize = 8;

#[kernel(adjoint, tangent, block = (8, 8))]
pub fn f(a: &[f64], b: &[f64], mut c: GridMut<f64>) {
    let tile_a = Shared::<f64, { TILE * TILE }>::new();
    let big = Shared::<f64, 2880>::new();
    big.set(thread::idx_x() as usize * 300, 1.5);
    let tile_b = Shared::<f64, { TILE * TILE }>::new();
    let (x, y) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let mut sum = big.get(thread::idx_x() as usize * 300);
    tile_a.set(y * TILE + x, a[(y * TILE + x) % 64] * 1.5);
    tile_b.set(y * TILE + x, b[(y * TILE + x) % 64].sin());
    block::sync();
    for l in 0..TILE {
        sum += tile_a.get(y * TILE + l) * tile_b.get(l * TILE + x);
    }
    sum *= a[3];
    let i = thread::index();
    if i < c.len() {
        c[i] = sum;
    }
}
