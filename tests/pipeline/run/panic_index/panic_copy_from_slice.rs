// copy_from_slice of another length
// threads: 1
// panics: 8 copy_from_slice: source slice length (2) does not match destination slice length (3)
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut a = [0u8; 3];
    a.copy_from_slice(&[1, 2, 3, 4][..i as usize + 2]);
    a[0] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
