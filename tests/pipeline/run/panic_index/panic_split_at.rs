// split_at behind the end
// threads: 1
// panics: 8 mid > len
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [0u8; 3];
    a.split_at(i as usize + 4).0.len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
