// What a static holds may be shared between threads.
use core::cell::{Cell, UnsafeCell};
use rustg_std::prelude::*;

struct Own<'a> {
    _p: Option<&'a [*const u8]>,
}
struct Promised(UnsafeCell<u64>);
unsafe impl Sync for Promised {}

static A: Cell<u8> = Cell::new(1); //~ E0277 `Cell<u8>` cannot be shared between threads safely
static B: Own = Own { _p: None }; //~ E0277 `*const u8` cannot be shared between threads safely
static C: [Option<UnsafeCell<u8>>; 1] = [None]; //~ E0277 `UnsafeCell<u8>` cannot be shared between threads safely
static D: Promised = Promised(UnsafeCell::new(1));
static mut E: *const u8 = core::ptr::null();

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
}
