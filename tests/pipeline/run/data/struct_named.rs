// structs with named fields
// threads: 4
// expect: 52 62 72 82
use rustg_std::prelude::*;

struct P {
    x: u64,
    y: u64,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut p = P { x: i, y: 2 };
        p.x += 5;
        let P { x, y: b } = p;
        x * 10 + b
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
