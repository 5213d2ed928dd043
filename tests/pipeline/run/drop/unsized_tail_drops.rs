// a struct that ends in a slice or an object drops its fields in order, through a wide pointer too
// threads: 4
// expect: 12159070001 114252359304 216345648607 318438937910
use core::cell::Cell;
use core::mem::ManuallyDrop;
use rustg_std::prelude::*;
struct Log<'a>(&'a Cell<u64>, u64);
impl Drop for Log<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 11 + self.1);
    }
}
trait Named {
    fn name(&self) -> u64;
}
impl Named for Log<'_> {
    fn name(&self) -> u64 {
        self.1
    }
}
impl Named for u16 {
    fn name(&self) -> u64 {
        *self as u64
    }
}
struct Node<'a, T: ?Sized> {
    first: Log<'a>,
    tag: u8,
    rest: T,
}
struct Loud<'a, T: ?Sized + Named> {
    count: &'a Cell<u64>,
    small: u8,
    of: T,
}
impl<T: ?Sized + Named> Drop for Loud<'_, T> {
    fn drop(&mut self) {
        self.count.set(self.count.get() * 13 + self.of.name() + self.small as u64);
    }
}
fn wide(x: *mut Node<[Log]>) {
    unsafe { core::ptr::drop_in_place(x) }
}
fn object(x: *mut Node<dyn Named + '_>) -> u64 {
    unsafe {
        let name = (*x).rest.name() + (*x).tag as u64;
        core::ptr::drop_in_place(x);
        name
    }
}
fn value(i: u64) -> u64 {
    let c = Cell::new(i);
    let mut a = ManuallyDrop::new(Node { first: Log(&c, 1), tag: 2, rest: [Log(&c, 3), Log(&c, 4)] });
    wide(&mut *a as *mut Node<[Log; 2]>);
    let mut b = ManuallyDrop::new(Node { first: Log(&c, 5), tag: 6, rest: Log(&c, 7) });
    let n = object(&mut *b as *mut Node<Log>);
    let mut d = ManuallyDrop::new(Node { first: Log(&c, 8), tag: 9, rest: 10u16 });
    let m = object(&mut *d as *mut Node<u16>);
    let mut loud = ManuallyDrop::new(Loud { count: &c, small: 3, of: Log(&c, 6) });
    let p: *mut Loud<dyn Named> = &mut *loud as *mut Loud<Log>;
    unsafe { core::ptr::drop_in_place(p) }
    {
        let _kept = Loud { count: &c, small: 4, of: i as u16 };
        let seen: &Loud<dyn Named> = &_kept;
        c.set(c.get() + seen.of.name());
    }
    c.get().wrapping_mul(31) + n * 7 + m
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
