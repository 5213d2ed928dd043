// what try_borrow_mut says of a RefCell that is lent
// threads: 1
// panics: 11 called `Result::unwrap()` on an `Err` value: BorrowMutError
use core::cell::RefCell;
use rustg_std::prelude::*;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let c = RefCell::new([1, 2]);
    let all = c.borrow();
    c.try_borrow_mut().unwrap()[0] = 3;
    out[t] = all[1];
}
