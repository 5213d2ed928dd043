// a static table
// threads: 4
// expect: 11 12 13 14
use rustg_std::prelude::*;

static WORDS: [u32; 4] = [7, 8, 9, 10];

fn value(i: u64) -> u64 {
    let _ = i;
    WORDS[i as usize] as u64 + WORDS.len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
