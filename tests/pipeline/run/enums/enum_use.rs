// variants imported by use
// threads: 4
// expect: 3 14 25 36
use rustg_std::prelude::*;

enum Op {
    Add,
    Mul,
}
use Op::*;
fn go(o: Op, a: u64, b: u64) -> u64 {
    match o {
        Add => a + b,
        Mul => a * b,
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    go(Add, i, 3) + go(Mul, i, 10)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
