// boolean operators and short circuits
// threads: 4
// expect: 14 24 19 22
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = i > 1;
        let b = i % 2 == 0;
        (a && b) as u64
            + 2 * (a || b) as u64
            + 4 * (a ^ b) as u64
            + 8 * (!a) as u64
            + 16 * (a & b | !b) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
