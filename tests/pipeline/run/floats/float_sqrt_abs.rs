// sqrt, abs, copysign, recip
// threads: 4
// expect: 1080722042 1080722042 1080722042 1080722042
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (2.0f32.sqrt() + (-3.5f32).abs() + 1.5f32.copysign(-2.0) + 4.0f32.recip()).to_bits() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
