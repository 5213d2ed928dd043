// if is a value
// threads: 4
// expect: 11 21 31 31
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = if i == 0 {
            10
        } else if i == 1 {
            20
        } else {
            30
        };
        x + 1
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
