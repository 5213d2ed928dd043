// floats divide by zero
// threads: 1
// expect: 9227875636482146305
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = i as f64;
    ((1.0 / x).to_bits()) ^ ((-1.0 / x).to_bits() << 1) ^ ((x / x).is_nan() as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
