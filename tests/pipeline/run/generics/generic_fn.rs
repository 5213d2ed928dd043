// generic functions and turbofish
// threads: 4
// expect: 421 421 411 411
use rustg_std::prelude::*;

fn pick<T>(c: bool, a: T, b: T) -> T {
    if c { a } else { b }
}

fn value(i: u64) -> u64 {
    let _ = i;
    pick(i > 1, 10u64, 20)
        + pick::<u8>(true, 1, 2) as u64
        + pick(false, (1, 2), (3, 4)).1 as u64 * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
