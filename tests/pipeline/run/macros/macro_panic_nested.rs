// a panic of macros in macros is of the outermost call
// threads: 4
// panics: 15 attempt to subtract with overflow
use rustg_std::prelude::*;

macro_rules! inner { ($e:expr) => { 100 / $e }; }
macro_rules! outer {
    ($e:expr) => {
        inner!($e - 2)
    };
}
fn value(i: u64) -> u64 {
    let n = i;
    n +
        outer!(n)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
