// closures in closures
// threads: 4
// expect: 20 22 24 26
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = i;
        let f = |x: u64| {
            let g = |y: u64| x * y + a;
            g(2) + g(3)
        };
        f(4)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
