// an inclusive range of a str up to usize::MAX
// threads: 1
// panics: 8 end byte index 18446744073709551615 is out of bounds of `hé€o`
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    let text = "hé€o";
    text[..=usize::MAX - i].len()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
