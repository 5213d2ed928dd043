// any, all, position, count
// threads: 4
// expect: 433 433 433 433
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [4u64, 8, 15, 16, 23, 42];
        let any = a.iter().any(|&x| x == 15);
        let all = a.iter().all(|&x| x > 3);
        let p = a.iter().position(|&x| x == 16);
        any as u64
            + 2 * all as u64
            + 10 * p.unwrap() as u64
            + 100 * a.iter().filter(|x| **x % 2 == 0).count() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
