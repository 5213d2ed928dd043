// field init shorthand
// threads: 4
// expect: 2 3 4 5
use rustg_std::prelude::*;

struct P {
    x: u64,
    y: u64,
}
fn make(x: u64, y: u64) -> P {
    P { y, x }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let P { x, .. } = make(i, 4);
        x + make(1, 2).y
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
