// A reborrow that nobody wrote extends no temporary; one that is written does, and what it reborrows itself may.
use std::cell::RefCell;

pub fn f(x: &RefCell<(&mut u32, u8)>) -> u32 {
    let first: &_ = x.borrow().0; //~ E0716 temporary value dropped while borrowed
    *first
}

pub fn g(x: &RefCell<(&mut u32, u8)>) -> u32 {
    let first: &_ = &*x.borrow().0;
    let Some(n): &mut Option<u32> = &mut &mut Some(5) else { return 0 };
    *n += 1;
    let s: &[u32] = &mut [1, 2];
    *first + *n + s[0]
}
