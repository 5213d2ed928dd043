// a product by tiles whose way back fills the tiles again and counts again, so that it needs no tape
// length: 40
// threads: 8
// k: 5
// tape: none
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(k: u32, a: &[f64], b: &[f64], mut c: GridMut<f64>) {
    let tile_a = Shared::<f64, 16>::new();
    let tile_b = Shared::<f64, 16>::new();
    let i = thread::index();
    let (x, threads) = (thread::idx_x() as usize, thread::block_dim_x() as usize);
    let mut sum = 0.0;
    let mut first = 0;
    while first < k as usize {
        tile_a.set(x, a[(i.get() * 3 + first) % a.len()]);
        tile_b.set(threads - 1 - x, b[(i.get() + 7 * first) % b.len()]);
        block::sync();
        let mut l = 0;
        while l < threads {
            sum += tile_a.get(l) * tile_b.get((l + x) % threads);
            l += 1;
        }
        block::sync();
        first += 1;
    }
    if i < c.len() {
        c[i] *= sum;
    }
}
