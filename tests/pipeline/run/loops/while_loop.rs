// while
// threads: 4
// expect: 248 249 250 251
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = 0;
        let mut k = 1u64;
        while k < 100 {
            k *= 3;
            n += 1;
        }
        k + n + i
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
