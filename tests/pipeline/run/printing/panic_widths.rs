// a panic's message with a width that is an argument
// threads: 1
// panics: 11 |   0|5  |0.5000|  ab
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (n, w) = (t.get() as i32, t.get() + 4);
    out[t] = 0;
    assert!(n != 0, "|{n:>w$}|{:<1$}|{2:.w$}|{3:>w$}", 5, 3, 0.5, "ab");
}
