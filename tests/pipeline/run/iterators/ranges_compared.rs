// ranges of every kind compared
// threads: 4
// expect: 24 26 24 57
use rustg_std::prelude::*;
fn f(i: u64) -> u64 {
    let mut n = 0;
    if (1..=3) == (1..=i) { n += 1; }
    if (1..) == (i..) { n += 2; }
    if (..5) == (..i) { n += 4; }
    if (..=5) != (..=i) { n += 8; }
    if (..) == (..) { n += 16; }
    if (1..3) == (1..i) { n += 32; }
    let mut r = 1..=2u64; r.next(); r.next();
    if r == (1..=2) { n += 64; }
    n
}
#[kernel]
pub fn test(mut out: GridMut<u64>) { let t = thread::index(); out[t] = f(t.get() as u64); }
