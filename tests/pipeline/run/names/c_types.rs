// C's types in core::ffi and std::os::raw
// threads: 2
// expect: 16040801098 16040801353
use core::ffi::{c_char, c_double, c_int, c_long, c_uchar, c_void};
use rustg_std::prelude::*;
use std::os::raw::c_uint;
#[repr(C)]
struct Row {
    letter: c_char,
    number: c_int,
    wide: c_long,
}
extern "C" fn seen(at: *const c_void) -> c_uchar {
    unsafe { *(at as *const u8) }
}
fn value(i: u32) -> u64 {
    let row = Row { letter: 'a' as c_char, number: -(i as c_int), wide: c_long::MAX };
    let at = &row.number as *const c_int as *const c_void;
    let sizes = [size_of::<Row>(), size_of::<c_uint>(), size_of::<c_double>(), size_of::<c_void>()];
    let v = sizes.iter().fold(0, |v, n| v * 100 + *n as u64);
    v * 1000 + seen(at) as u64 + row.letter as u64 + (row.wide == i64::MAX) as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
