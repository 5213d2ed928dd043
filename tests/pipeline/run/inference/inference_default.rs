// integer and float defaults
// threads: 4
// expect: 8451 8451 8451 8451
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 3;
        let b = 2.5;
        let c = a / 2;
        (c as u64)
            + (b * 2.0) as u64 * 10
            + core::mem::size_of_val(&a) as u64 * 100
            + core::mem::size_of_val(&b) as u64 * 1000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
