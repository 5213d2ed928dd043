// where a thread is
// threads: 4
// expect: 10400 10401 10402 10403
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = thread::idx_x() as u64
        + 100 * thread::block_dim_x() as u64
        + 10_000 * thread::grid_dim_x() as u64
        + 1_000_000 * thread::block_idx_x() as u64
        + thread::idx_y() as u64;
}
