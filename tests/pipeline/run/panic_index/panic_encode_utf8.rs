// a character written as UTF-8 where it has no room
// threads: 1
// panics: 8 encode_utf8: need 3 bytes to encode U+20AC but buffer has just 2
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    let mut bytes = [0u8; 2];
    '€'.encode_utf8(&mut bytes[i..]).len()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
