// a slice that starts behind its end
// threads: 1
// panics: 8 slice index starts at 2 but ends at 1
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [1u8, 2, 3];
    a[i as usize + 2..i as usize + 1].len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
