// labels of a macro and of its caller are told apart
// threads: 4
// expect: 12104 10103 11103 12103
use rustg_std::prelude::*;

macro_rules! forever { ($e:expr) => { 'a: loop { if $e > 10 { break 'a; } $e += 3; break 'a; } }; }
macro_rules! leave { ($l:lifetime) => { break $l; }; }
fn value(i: u64) -> u64 {
    let mut n = i;
    let mut rounds = 0;
    'a: loop {
        forever!(n);
        rounds += 1;
        if n > 9 { leave!('a); }
        if rounds > 20 { break 'a; }
    }
    'b: loop {
        macro_rules! out { () => { break 'b }; }
        rounds += 100;
        loop { out!(); }
    }
    n * 1000 + rounds
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
