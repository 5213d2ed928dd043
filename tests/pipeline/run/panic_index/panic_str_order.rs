// a range of a str that ends before it begins
// threads: 1
// panics: 8 begin > end (3 > 1) when slicing `hé€o`
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    let text = "hé€o";
    text[i + 3..i + 1].len()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
