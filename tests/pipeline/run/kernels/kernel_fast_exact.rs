// fast variants at arguments whose results are exact
// threads: 2
// expect: 63 63
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = t.get() as f32;
    let near = |a: f32, b: f32| ((a - b).abs() < 1e-3) as u64;
    out[t] = near(fast::sin(x), x.sin())
        + near(fast::cos(x), x.cos()) * 2
        + near(fast::exp(x), x.exp()) * 4
        + near(fast::ln(x + 1.0), (x + 1.0).ln()) * 8
        + near(fast::div(x, 4.0), x / 4.0) * 16
        + near(fast::rsqrt(x + 4.0), 1.0 / (x + 4.0).sqrt()) * 32;
}
