// first, last, get, is_empty, contains, split_at
// threads: 4
// expect: 10164 10164 10164 10164
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [4u64, 5, 6];
        let (l, r) = a.split_at(1);
        *a.first().unwrap()
            + *a.last().unwrap() * 10
            + a.get(7).is_none() as u64 * 100
            + l.is_empty() as u64 * 1000
            + r.contains(&6) as u64 * 10_000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
