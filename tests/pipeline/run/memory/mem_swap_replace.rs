// swap, replace and take
// threads: 4
// expect: 3010 3110 3210 3310
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = i;
        let mut b = 10u64;
        core::mem::swap(&mut a, &mut b);
        let old = core::mem::replace(&mut a, 3);
        let t = core::mem::take(&mut b);
        old + t * 100 + a * 1000 + b
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
