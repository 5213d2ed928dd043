// unreachable!
// threads: 4
// panics: 11 internal error: entered unreachable code
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match t.get() {
        0..=2 => 1,
        3.. => unreachable!(),
    };
}
