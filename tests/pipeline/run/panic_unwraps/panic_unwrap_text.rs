// Result::unwrap shows an error that is a text
// threads: 1
// panics: 10 called `Result::unwrap()` on an `Err` value: "no \"digit\""
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let r: Result<u8, &str> = if t.get() < 5 { Err(["no \"digit\"", "too long"][t.get()]) } else { Ok(1) };
    out[t] = r.unwrap() as u64;
}
