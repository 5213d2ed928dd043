// a comparison borrows both, and panics inside core
// threads: 1
// panics: 12 RefCell already mutably borrowed
use core::cell::RefCell;
use rustg_std::prelude::*;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let c = RefCell::new(1);
    let d = RefCell::new(1);
    let held = d.borrow_mut();
    out[t] = (c == d) as u64;
}
