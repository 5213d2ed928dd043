//! C = A B by tiles in shared memory. A is m by k, B is k by n; threads and blocks in two dimensions.
use rustg_std::prelude::*;

const TILE: usize = 16;

#[kernel(block = (16, 16))]
pub fn matmul_tiled(m: u32, n: u32, k: u32, a: &[f32], b: &[f32], mut c: GridMut<f32>) {
    let tile_a = Shared::<f32, { TILE * TILE }>::new();
    let tile_b = Shared::<f32, { TILE * TILE }>::new();
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let (column, row) = thread::index_2d();
    let (x, y) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let mut sum = 0.0f32;
    for first in (0..k).step_by(TILE) {
        let in_a = row < m && first + x < k;
        let in_b = first + y < k && column < n;
        tile_a.set(y * TILE + x, if in_a { a[row * k + first + x] } else { 0.0 });
        tile_b.set(y * TILE + x, if in_b { b[(first + y) * n + column] } else { 0.0 });
        block::sync();
        for l in 0..TILE {
            sum += tile_a.get(y * TILE + l) * tile_b.get(l * TILE + x);
        }
        block::sync();
    }
    if row < m && column < n {
        assert!(c.len() == m * n, "C is not m by n");
        // SAFETY: inside; each (row, column) is one thread's.
        unsafe { *c.get_unchecked_mut(row * n + column) = sum };
    }
}
