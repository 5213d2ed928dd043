// expressions that do not return
// threads: 4
// expect: 99 99 3 4
use rustg_std::prelude::*;

fn f(n: u64) -> u64 {
    let x: u64 = if n > 1 {
        n
    } else {
        return 99;
    };
    x + 1
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
