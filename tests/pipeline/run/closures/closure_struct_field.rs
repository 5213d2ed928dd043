// a closure in a struct
// threads: 4
// expect: 25 26 27 28
use rustg_std::prelude::*;

struct H<F: Fn(u64) -> u64> {
    f: F,
}
impl<F: Fn(u64) -> u64> H<F> {
    fn go(&self, x: u64) -> u64 {
        (self.f)(x)
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    H { f: |x| x * x + i }.go(5)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
