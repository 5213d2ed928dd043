// overflow in an assigning operator
// threads: 1
// panics: 9 attempt to add with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut x = 250u8;
    for _ in 0..i + 6 {
        x += 1;
    }
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
