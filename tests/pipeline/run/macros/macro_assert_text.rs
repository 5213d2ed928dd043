// what a failed assertion tells
// threads: 4
// panics: 14 assertion failed: i < 3
use rustg_std::prelude::*;

macro_rules! less {
    ($a:expr, $b:expr) => {
        assert!($a < $b)
    };
}
macro_rules! one { () => { 1 }; }
fn value(i: u64) -> u64 {
    assert!(i + one!() > 0);
    less!(i, 3);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
