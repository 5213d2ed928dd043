// expect takes a text that is known only as the kernel runs
// threads: 1
// panics: 10 the {second}
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let words = ["the first", "the {second}"][t.get() + 1];
    out[t] = None.expect(words);
}
