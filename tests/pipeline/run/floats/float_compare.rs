// comparisons with NaN are false
// threads: 4
// expect: 12 12 12 12
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let n = f64::NAN;
        (n < 1.0) as u64 + 2 * (n >= 1.0) as u64 + 4 * (n != n) as u64 + 8 * (1.0f64 <= 1.0) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
