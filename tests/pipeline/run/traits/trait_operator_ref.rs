// operators on references
// threads: 4
// expect: 9 14 19 24
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 5u64;
        let r = &a;
        r + 1 + &i * r + (*r - 2)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
