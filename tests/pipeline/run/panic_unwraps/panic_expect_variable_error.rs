// Result::expect takes such a text and shows the error behind it
// threads: 1
// panics: 11 no {number}: Odd { of: "three", n: 3 }
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u64 + 3;
    let r = if n % 2 == 1 { Err(Odd { of: ["two", "three"][n as usize - 2], n }) } else { Ok(n) };
    out[t] = r.expect(["no {number}", "never"][n as usize - 3]);
}

#[derive(Debug)]
struct Odd {
    of: &'static str,
    n: u64,
}
