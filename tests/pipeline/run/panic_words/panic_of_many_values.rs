// a message of more values than a panic has operands
// threads: 1
// panics: 11 0 0.5 -1 0 0.5 -1 0 0.5 -1 0 0.5 -1 0 0.5 -1 0 0.5  -1 {}
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    let (x, y) = (n as f32 + 0.5, n as i64 - 1);
    panic!("{n} {x} {y} {n} {x} {y} {n} {x} {y} {n} {x} {y} {n} {x} {y} {n} {x} {y:>3} {{}}");
    out[t] = 1;
}
