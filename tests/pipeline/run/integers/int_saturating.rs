// saturating arithmetic
// threads: 4
// expect: 255128 255128 255128 255128
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        (250u8.saturating_add(10) as u64) * 1000
            + (5u8.saturating_sub(10) as u64)
            + ((-100i8).saturating_sub(100) as i64 as u64 & 0xFF)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
