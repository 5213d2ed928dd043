// writing through a mutable slice
// threads: 4
// expect: 11515 11616 11717 11818
use rustg_std::prelude::*;

fn fill(s: &mut [u64], v: u64) {
    for x in s {
        *x = v;
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = [1u64; 5];
        fill(&mut a[1..3], i + 5);
        a.swap(0, 1);
        a.reverse();
        a.iter().fold(0, |n, x| n * 10 + x)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
