// a mutable reference to a field
// threads: 4
// expect: 12 13 14 15
use rustg_std::prelude::*;

struct P {
    x: u64,
    y: u64,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut p = P { x: 1, y: 2 };
        {
            let r = &mut p.y;
            *r += i;
        }
        p.x * 10 + p.y
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
