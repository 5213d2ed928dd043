// Inner attributes of impls, traits and modules decide whether they are there
// threads: 2
// expect: 12 13
use rustg_std::prelude::*;

struct S;
impl S {
    #![allow(unused)]
    #![cfg(not(nowhere))]
    fn a(&self) -> u64 {
        1
    }
}
impl S {
    #![cfg(nowhere)]
    fn a(&self) -> u64 {
        2
    }
}
trait Named {
    #![cfg(all())]
    fn b(&self) -> u64 {
        3
    }
}
trait Named {
    #![cfg(any())]
    fn b(&self) -> u64;
}
impl Named for S {
    #![allow(dead_code)]
}
mod m {
    #![cfg(all())]
    pub const X: u64 = 8;
}

fn value(i: u64) -> u64 {
    S.a() + S.b() + m::X + i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
