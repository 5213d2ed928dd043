// edition 2021
use rustg_std::prelude::*;
use core::cell::RefCell;

fn tail() -> usize {
    let c = RefCell::new([1, 2]);
    c.borrow().len() //~ E0597 `c` does not live long enough
}
fn outlived(c: &RefCell<u32>) -> &u32 {
    &*c.borrow() //~ E0515 cannot return value referencing temporary value
}
fn moved(c: RefCell<u32>) -> u32 {
    let held = c.borrow_mut();
    let inner = c.into_inner(); //~ E0505 cannot move out of `c` because it is borrowed
    drop(held);
    inner
}
fn kept(c: &mut RefCell<u32>) {
    let held = c.borrow();
    *c.get_mut() = 3; //~ E0502 cannot borrow `*c` as mutable because it is also borrowed as immutable
}
