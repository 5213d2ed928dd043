// a RefCell that is read is not lent to write
// threads: 1
// panics: 8 RefCell already borrowed
use core::cell::RefCell;
use rustg_std::prelude::*;
fn value(c: &RefCell<u32>, i: u32) -> u64 {
    let read = c.borrow();
    *c.borrow_mut() += i;
    *read as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let c = RefCell::new(1);
    out[t] = c.replace(2) as u64;
    out[t] = value(&c, t.get() as u32);
}
