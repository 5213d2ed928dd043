// warp operations, in whole and in smaller warps, also in loops that all threads go through together
// length: 40
// n: 3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], sums: &[Atomic<f64>], mut y: GridMut<f64>) {
    let i = thread::index();
    let at = i.get() % x.len();
    let mut v = x[at];
    v += warp::shuffle_xor(v, 1) * x[0];
    for k in 0..n {
        v = v * 0.5 + warp::shuffle_down(v, k).sin();
        v += warp::shuffle_up(v * x[at], 3 + k);
    }
    v += warp::shuffle(v * v, (at as u32 * 7 + 3) % 40) + warp::shuffle(v, 2);
    v -= warp::shuffle_xor(v, at as u32 % 5);
    let total = warp::reduce_add(v);
    let widest = warp::reduce_max(v * 0.5);
    if warp::lane() == 0 {
        sums[0].fetch_add(total * widest, Relaxed);
    }
    if warp::any(v > 2.0) {
        v = v * 0.25;
    }
    if i < y.len() {
        y[i] = v * y[i] + total;
    }
}
