// move closures
// threads: 4
// expect: 103 105 107 109
use rustg_std::prelude::*;

fn make(k: u64) -> impl Fn(u64) -> u64 {
    move |x| x + k
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let f = make(i);
        let g = make(100);
        f(1) + g(f(2))
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
