// a panic in a function that a macro made
// threads: 4
// panics: 14 attempt to subtract with overflow
use rustg_std::prelude::*;

macro_rules! make {
    ($name:ident, $op:tt) => {
        fn $name(a: u64, b: u64) -> u64 {
            a $op b
        }
    };
}

make!(sub, -);
fn value(i: u64) -> u64 {
    sub(2, i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
