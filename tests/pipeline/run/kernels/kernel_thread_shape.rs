// thread, block and grid sizes; witnesses compared and turned into numbers
// threads: 8
// expect: 80308001 31081308011 62082308021 93083308031 124084308046 155085308056 186086308066 217087308076
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let again = thread::index();
    let mut n = 0u64;
    if t == again && t >= 0 && t < thread::count() && t <= again {
        n += 1;
    }
    let (x, y) = thread::index_2d();
    n += (x + y * 100) as u64 * 10;
    n += (thread::block_dim_x() * thread::block_dim_y() * thread::block_dim_z()) as u64 * 1000;
    n += (thread::grid_dim_x() + thread::grid_dim_y() + thread::grid_dim_z()) as u64 * 100_000;
    n += (thread::idx_x()
        + thread::idx_y()
        + thread::idx_z()
        + thread::block_idx_x()
        + thread::block_idx_y()
        + thread::block_idx_z()) as u64
        * 1_000_000;
    n += block::size() as u64 * 10_000_000 + block::rank() as u64 * 1_000_000_000;
    let number: usize = t.into();
    n += (usize::from(t) + number + t.get()) as u64 * 10_000_000_000;
    out[t] = n + (3 < t) as u64 * 5;
}
