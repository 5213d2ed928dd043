// reductions over a warp
// threads: 32
// expect: 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200 1831200
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = (t.get() as u32 * 7) % 13;
    out[t] = warp::reduce_add(x) as u64 * 10_000
        + warp::reduce_max(x) as u64 * 100
        + warp::reduce_min(x) as u64;
}
