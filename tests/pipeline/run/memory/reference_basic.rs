// shared and mutable references
// threads: 4
// expect: 8 9 10 11
use rustg_std::prelude::*;

fn add(a: &u64, b: &mut u64) {
    *b += *a;
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = i;
        let mut y = 5;
        add(&x, &mut y);
        add(&3, &mut y);
        y
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
