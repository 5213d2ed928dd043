// Result::expect shows its words and the error
// threads: 1
// panics: 10 a {} in words: (-4, Some('q'))
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let r: Result<u8, (i32, Option<char>)> = Err((-4, Some('q')));
    out[t] = r.expect("a {} in words") as u64;
}
