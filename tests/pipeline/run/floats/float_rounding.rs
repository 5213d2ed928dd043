// floor, ceil, trunc, round, fract
// threads: 4
// expect: 3309921280 3309921280 3309921280 3309921280
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let s = (-2.5f32).floor()
            + (-2.5f32).ceil() * 10.0
            + (-2.5f32).trunc() * 100.0
            + (-2.5f32).round() * 1000.0;
        (s + 2.75f32.fract()).to_bits() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
