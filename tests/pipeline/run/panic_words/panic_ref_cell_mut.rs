// a RefCell that is written to is not lent to read, nor cloned
// threads: 1
// panics: 7 RefCell already mutably borrowed
use core::cell::RefCell;
use rustg_std::prelude::*;
fn copy(c: &RefCell<u32>) -> RefCell<u32> {
    c.clone()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let c = RefCell::new(1);
    let mut held = c.borrow_mut();
    *held += 1;
    out[t] = copy(&c).into_inner() as u64;
}
