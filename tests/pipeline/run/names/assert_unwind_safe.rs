// AssertUnwindSafe: a value seen through, called, and made in constants
// threads: 3
// expect: 100423 111423 122423
use core::panic::AssertUnwindSafe;
use rustg_std::prelude::*;
const PAIR: AssertUnwindSafe<(u32, Option<u8>)> = {
    let make = AssertUnwindSafe;
    make((4, Some(2)))
};
fn call<R>(f: impl FnOnce() -> R) -> R {
    f()
}
fn value(i: u32) -> u64 {
    let mut held = AssertUnwindSafe([i, 2, 3]);
    held[1] += 5;
    held.0.swap(0, 2);
    let sum: u32 = held.iter().sum();
    let v = call(AssertUnwindSafe(|| sum as u64 * 10 + i as u64));
    let none = AssertUnwindSafe::<u8>::default();
    (v * 100 + (PAIR.0.0 * 10) as u64 + PAIR.1.map_or(0, |x| x as u64)) * 10 + *none as u64 + held[0] as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
