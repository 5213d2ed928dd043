// a str cut inside a character
// threads: 1
// panics: 8 start byte index 5 is not a char boundary; it is inside '€' (bytes 3..6) of `hé€o`
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    let text = "hé€o";
    text[i + 5..].len()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
