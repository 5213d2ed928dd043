// what a failed assert_eq! tells
// threads: 4
// panics: 14 assertion `left == right` failed: of 4 and 7   left: 2  right: 3
use rustg_std::prelude::*;

macro_rules! same {
    ($a:expr, $b:expr, $($arg:tt)+) => {
        assert_eq!($a, $b, $($arg)+)
    };
}
fn value(i: u64) -> u64 {
    let left_val = 7;
    same!(i * 2, i + i, "never");
    same!(i.min(2), i, "of {} and {left_val}", i + 1);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
