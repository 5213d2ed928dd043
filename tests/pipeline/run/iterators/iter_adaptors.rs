// map, filter, sum
// threads: 4
// expect: 126 66 93 126
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (0..10u64)
        .filter(|k| k % 3 == i % 3)
        .map(|k| k * k)
        .sum::<u64>()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
