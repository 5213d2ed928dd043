// debug_assert! is off where debug assertions are
// threads: 1
// expect: 1
// checks: off
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    debug_assert!(i == 1);
    debug_assert_eq!(i, 1);
    debug_assert_ne!(i, 0);
    let mut n = 1;
    debug_assert!({
        n = 2;
        true
    });
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
