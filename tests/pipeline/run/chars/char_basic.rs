// chars compare and convert
// threads: 4
// expect: 10097 10097 11090 11090
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let c = if i < 2 { 'a' } else { 'Z' };
        c as u64 + (c.is_ascii_uppercase() as u64) * 1000 + (c < 'b') as u64 * 10_000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
