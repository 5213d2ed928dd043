// map over an array
// threads: 4
// expect: 60 63 66 69
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    [1u64, 2, 3].map(|x| x * 10 + i).iter().sum::<u64>()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
