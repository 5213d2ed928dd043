// a character written as UTF-16 where it has no room
// threads: 1
// panics: 8 encode_utf16: need 2 bytes to encode U+1F980 but buffer has just 1
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    let mut units = [0u16; 1];
    '🦀'.encode_utf16(&mut units[i..]).len()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
