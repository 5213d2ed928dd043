// a macro of a function sees the locals that stand above it
// threads: 4
// expect: 1081207 2082307 3083407 4084507
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = i + 1;
    macro_rules! get { () => { x }; }
    let first = get!();
    let x = 100;
    let second = get!();
    macro_rules! set { ($e:expr) => { y = y * 10 + $e; }; }
    0u64.max(0);
    let mut r = first * 1000 + second * 100 + x;
    {
        let x = 7;
        macro_rules! get { () => { x + 1 }; }
        r += get!() * 10000 + x;
    }
    r + get!() * 1000000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
