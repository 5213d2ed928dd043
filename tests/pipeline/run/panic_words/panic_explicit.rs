// panic! with a message and operands
// threads: 4
// panics: 10 wrong: 3 of 4
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    if t.get() == 3 {
        panic!("wrong: {} of {}", t.get(), out.len());
    }
    out[t] = 1;
}
