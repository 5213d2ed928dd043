// ..= includes the end
// threads: 4
// expect: 0 1 12 123
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 0;
        for k in 1..=i {
            s = s * 10 + k;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
