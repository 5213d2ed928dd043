// assert_eq! of characters
// threads: 1
// panics: 8 assertion `left == right` failed   left: 'a'  right: '\n'
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let c = (i as u8 + b'a') as char;
    assert_eq!(c, '\n');
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
