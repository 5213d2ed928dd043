// for over an array by value and by reference
// threads: 4
// expect: 31429 31429 31429 31429
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [3u64, 1, 4, 1, 5];
        let mut s = 0;
        for x in a {
            s = s * 10 + x;
        }
        for x in &a {
            s += *x;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
