// let else leaves early
// threads: 4
// expect: 1000 1000 3 4
use rustg_std::prelude::*;

fn f(n: Option<u64>) -> u64 {
    let Some(k) = n else {
        return 1000;
    };
    k + 1
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(if i > 1 { Some(i) } else { None })
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
