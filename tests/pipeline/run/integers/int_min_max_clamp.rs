// min, max and clamp
// threads: 4
// expect: 531 631 732 732
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 7u32.min(i as u32 + 5);
        let b = 3i64.max(-(i as i64));
        let c = (i as i32).clamp(1, 2);
        a as u64 * 100 + b as u64 * 10 + c as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
