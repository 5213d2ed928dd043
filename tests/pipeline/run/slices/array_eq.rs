// arrays compare
// threads: 4
// expect: 0 0 0 1
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    ([1, 2, i] == [1, 2, 3]) as u64 + 2 * ([1u8; 4] != [1, 1, 1, 1]) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
