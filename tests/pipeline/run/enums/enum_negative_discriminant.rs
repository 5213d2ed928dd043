// signed discriminants
// threads: 4
// expect: 8 9 17 8
use rustg_std::prelude::*;

#[repr(i8)]
#[derive(Clone, Copy)]
enum T {
    Low = -2,
    Mid,
    High = 7,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let t = [T::Low, T::Mid, T::High][i as usize % 3];
        (t as i8 as i64 + 10) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
