// min and max of an iterator
// threads: 4
// expect: 1492 1492 1492 1492
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [4i32, -8, 15];
        (a.iter().copied().max().unwrap() * 100 + a.iter().copied().min().unwrap()) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
