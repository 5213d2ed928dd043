// associated types
// threads: 4
// expect: 105 106 107 108
use rustg_std::prelude::*;

trait Mix {
    type Out;
    fn mix(self, n: u64) -> Self::Out;
}
impl Mix for u8 {
    type Out = u64;
    fn mix(self, n: u64) -> u64 {
        self as u64 + n
    }
}
impl Mix for bool {
    type Out = (u64, u64);
    fn mix(self, n: u64) -> (u64, u64) {
        (n, self as u64)
    }
}
fn go<M: Mix>(m: M, n: u64) -> M::Out {
    m.mix(n)
}

fn value(i: u64) -> u64 {
    let _ = i;
    go(5u8, i) + go(true, i).1 * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
