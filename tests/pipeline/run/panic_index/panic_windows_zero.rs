// windows of no length
// threads: 1
// panics: 8 window size must be non-zero
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [0u8; 3];
    a.windows(i as usize).count() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
