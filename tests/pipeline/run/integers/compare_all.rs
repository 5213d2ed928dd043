// all comparisons
// threads: 4
// expect: 35 35 26 44
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = i as i32 - 2;
        let mut m = 0u64;
        if a < 0 {
            m |= 1
        }
        if a <= 0 {
            m |= 2
        }
        if a > 0 {
            m |= 4
        }
        if a >= 0 {
            m |= 8
        }
        if a == 0 {
            m |= 16
        }
        if a != 0 {
            m |= 32
        }
        m
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
