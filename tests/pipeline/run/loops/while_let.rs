// while let
// threads: 4
// expect: 10 21 33 46
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = Some(i);
        let mut s = 0;
        while let Some(k) = n {
            s += 10 + k;
            n = if k == 0 { None } else { Some(k - 1) };
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
