// a number read in too large a radix
// threads: 1
// panics: 7 from_ascii_radix: radix must lie in the range `[2, 36]` - found 37
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    u32::from_str_radix("12", 37 + i as u32).is_ok() as usize
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
