// mul_add rounds once
// threads: 4
// expect: 679477248 679477248 679477248 679477248
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 1.0f32 + f32::EPSILON;
        a.mul_add(a, -(1.0 + 2.0 * f32::EPSILON)).to_bits() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
