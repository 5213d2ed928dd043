// unimplemented!
// threads: 1
// panics: 8 not implemented
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    match i {
        0 => unimplemented!(),
        _ => 1,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
