// a constant expression as a length
// threads: 4
// expect: 8 8 8 8
use rustg_std::prelude::*;

const fn size(n: usize) -> usize {
    n * 2 + 1
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [3u8; size(2)];
        a.len() as u64 + a[4] as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
