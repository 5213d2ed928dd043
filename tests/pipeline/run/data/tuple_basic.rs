// tuples, fields and nesting
// threads: 4
// expect: 1021 1121 1221 1321
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let t = (1u64, (2u8, i), true);
        t.0 + t.1.0 as u64 * 10 + t.1.1 * 100 + t.2 as u64 * 1000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
