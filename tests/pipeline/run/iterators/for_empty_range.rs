// an empty range runs nothing
// threads: 4
// expect: 42 42 42 42
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 42u64;
        for _ in 5..2 {
            s = 0;
        }
        for _ in 3..=2 {
            s = 1;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
