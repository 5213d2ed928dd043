// Destructors behind trait objects: what is dropped in place through one runs the value's own destructor and those of
// its fields, in order; values of which nothing is to be dropped
// threads: 3
// expect: 51515190 51516151 51517112
use core::mem::{align_of_val, size_of_val, ManuallyDrop};
use rustg_std::prelude::*;

struct Log<'a>(&'a core::cell::Cell<u64>, u64);
impl Drop for Log<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}
trait Thing {
    fn get(&self) -> u64;
}
struct One<'a> {
    _a: Log<'a>,
    x: u64,
    _b: Log<'a>,
}
impl Thing for One<'_> {
    fn get(&self) -> u64 {
        self.x
    }
}
struct Own<'a>(Log<'a>, [u16; 5]);
impl Thing for Own<'_> {
    fn get(&self) -> u64 {
        self.1[2] as u64
    }
}
impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.0.0.set(self.0.0.get() * 10 + 9);
    }
}
impl Thing for u32 {
    fn get(&self) -> u64 {
        *self as u64
    }
}
#[repr(align(32))]
struct Wide(u8);
impl Thing for Wide {
    fn get(&self) -> u64 {
        self.0 as u64
    }
}

unsafe fn end<'a>(thing: *mut (dyn Thing + 'a)) -> u64 {
    unsafe {
        let got = (*thing).get() + 1000 * size_of_val(&*thing) as u64 + align_of_val(&*thing) as u64;
        core::ptr::drop_in_place(thing);
        got
    }
}

fn value(i: u64) -> u64 {
    let log = core::cell::Cell::new(0);
    let mut one = ManuallyDrop::new(One { _a: Log(&log, 1), x: i, _b: Log(&log, 2) });
    let mut own = ManuallyDrop::new(Own(Log(&log, 3), [i as u16; 5]));
    let mut number = 7u32;
    let mut wide = Wide(i as u8);
    let things: [*mut dyn Thing; 4] = [&mut *one, &mut number, &mut *own, &mut wide];
    let mut sum = 0;
    for thing in things {
        sum = sum * 3 + unsafe { end(thing) };
    }
    {
        let kept = Log(&log, 4);
        let owner = Own(kept, [3; 5]);
        let object: &dyn Thing = &owner;
        sum += object.get();
        let closure: &dyn Fn() -> u64 = &move || owner.get();
        sum += closure();
    }
    let temporary = (&Own(Log(&log, 5), [8; 5]) as &dyn Thing).get();
    sum * 31 + log.get() + temporary
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
