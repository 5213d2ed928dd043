// a panic that a body holds is of the call
// threads: 4
// panics: 15 failed for false
use rustg_std::prelude::*;

macro_rules! check {
    ($c:expr) => {
        if !$c {
            panic!("failed for {}", $c)
        }
    };
}
fn value(i: u64) -> u64 {
    let n = i;
    check!(
        n < 3
    );
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
