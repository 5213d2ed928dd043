// closures that capture by reference
// threads: 4
// expect: 30 32 34 36
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let k = 10;
        let f = |x: u64| x * k + i;
        f(1) + f(2)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
