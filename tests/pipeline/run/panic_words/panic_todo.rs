// todo! with words
// threads: 1
// panics: 7 not yet implemented: case 0
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    if i == 0 { todo!("case {i}") } else { todo!() }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
