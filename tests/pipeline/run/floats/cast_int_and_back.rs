// a float that becomes an integer and a float again has no sign where it is 0
// threads: 5
// expect: 0 0 0 1 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = (1 - t.get() as i64) as f64 * 0.5;
    out[t] = (x as i32 as f64).to_bits() >> 63;
}
