// default methods
// threads: 4
// expect: 106 107 108 109
use rustg_std::prelude::*;

trait Named {
    fn id(&self) -> u64;
    fn twice(&self) -> u64 {
        self.id() * 2
    }
}
struct A;
struct B;
impl Named for A {
    fn id(&self) -> u64 {
        3
    }
}
impl Named for B {
    fn id(&self) -> u64 {
        4
    }
    fn twice(&self) -> u64 {
        100
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    A.twice() + B.twice() + i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
