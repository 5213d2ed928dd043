// 0 - 0 is 0, whatever a C compiler makes of 0.0 - (float)n
// threads: 4
// expect: 0 7 0 7
use rustg_std::prelude::*;

const ZERO: f64 = 0.0;

fn signs(n: u64) -> u64 {
    let a = 0.0f32 - (n as f32);
    let b = ZERO - (n as i8 as f64);
    let c = 0.0f64 - (-(n as f64)).abs();
    (a.to_bits() >> 31) as u64 | (b.to_bits() >> 63) << 1 | (c.to_bits() >> 63) << 2
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = signs(t.get() as u64 % 2);
}
