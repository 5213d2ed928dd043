// checked 3 n + 1 at the greatest n for which it is a number, one more, and two more
// threads: 6
// expect: 33 32 21 13 12 11
use rustg_std::prelude::*;

fn step(n: u64) -> Option<u64> {
    n.checked_mul(3)?.checked_add(1)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = u64::MAX / 3 - 2 + t.get() as u64;
    let large = match (n.checked_mul(3), step(n)) {
        (None, None) => 1,
        (Some(_), None) => 2,
        _ => 3,
    };
    let b = 84 + (t.get() % 3) as u8;
    let small = match (b.checked_mul(3), b.checked_mul(3).and_then(|p| p.checked_add(1))) {
        (None, None) => 1,
        (Some(_), None) => 2,
        _ => 3,
    };
    out[t] = large * 10 + small;
}
