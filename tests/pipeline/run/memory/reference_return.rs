// a function returns one of its references
// threads: 4
// expect: 2 2 2 3
use rustg_std::prelude::*;

fn larger<'a>(a: &'a u64, b: &'a u64) -> &'a u64 {
    if a > b { a } else { b }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 2;
        let b = i;
        *larger(&a, &b)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
