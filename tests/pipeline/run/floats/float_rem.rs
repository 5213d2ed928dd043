// remainder of floats
// threads: 4
// expect: 13831680356631183360 13831680356631183360 13831680356631183360 13831680356631183360
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (5.5f32 % 2.0).to_bits() as u64 + (-7.25f64 % 2.0).to_bits()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
