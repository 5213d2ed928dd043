// for over ranges
// threads: 4
// expect: 5 14 30 55
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 0;
        for k in 0..i + 3 {
            s += k * k;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
