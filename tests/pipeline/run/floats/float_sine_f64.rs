// a function of f64 that is not exact
// backend: nvrtc
// threads: 2
// expect: 0 841471
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = ((t.get() as f64).sin() * 1e6).round() as u64;
}
