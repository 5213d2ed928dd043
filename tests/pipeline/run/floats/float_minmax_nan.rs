// min and max ignore NaN
// threads: 4
// expect: 12 12 12 12
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = f32::NAN.max(2.0);
        let b = 1.0f32.min(f32::NAN);
        (a + b * 10.0) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
