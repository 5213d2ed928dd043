// impl Trait as an argument
// threads: 4
// expect: 6 10 14 18
use rustg_std::prelude::*;

fn f(g: impl Fn(u64) -> u64, it: impl Iterator<Item = u64>) -> u64 {
    let mut s = 0;
    for x in it {
        s += g(x);
    }
    s
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(|x| x + i, 0..4)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
