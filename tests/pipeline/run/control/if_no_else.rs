// if without else changes what is outside
// threads: 4
// expect: 5 5 7 7
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut x = 5;
        if i > 1 {
            x = 7;
        }
        x
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
