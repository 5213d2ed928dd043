// functions of a trait without self
// threads: 4
// expect: 21 42 63 84
use rustg_std::prelude::*;

trait Make {
    fn make(n: u64) -> Self;
}
impl Make for u64 {
    fn make(n: u64) -> u64 {
        n + 1
    }
}
impl Make for (u64, u64) {
    fn make(n: u64) -> (u64, u64) {
        (n, n * 2)
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a: u64 = Make::make(i);
        let b = <(u64, u64)>::make(a);
        b.0 + b.1 * 10
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
