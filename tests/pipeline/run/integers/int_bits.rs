// and, or, xor, not
// threads: 4
// expect: 135137011 135137011 135137011 135137011
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = 0b1100u8;
        let y = 0b1010u8;
        ((x & y) as u64) << 24 | ((x | y) as u64) << 16 | ((x ^ y) as u64) << 8 | (!x) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
