// references to closures without captures, and to constants whose value holds no cell though their type might
// threads: 3
// expect: 35 36 37
use core::cell::Cell;
use rustg_std::prelude::*;

const NONE: Option<Cell<u64>> = None;
const NAMED: Option<Cell<u64>> = {
    let x = None;
    x
};
const WRAPPED: (u64, Option<Cell<u64>>) = (7, NAMED);

fn adder() -> &'static impl Fn(u64) -> u64 {
    &|a| a + 4
}
fn none() -> &'static Option<Cell<u64>> {
    &NONE
}
#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let three: &'static _ = &|| {
        let z = 3;
        z
    };
    let wrapped: &'static (u64, Option<Cell<u64>>) = &WRAPPED;
    let t = thread::index();
    if t < y.len() {
        let held = none().is_none() as u64 + NAMED.is_none() as u64 * 20 + wrapped.0;
        y[t] = adder()(thread::idx_x() as u64) + three() + held;
    }
}
