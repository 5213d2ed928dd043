// Null tests, casts and addresses of pointers to slices, texts and dyn objects
// threads: 1
// expect: 127
use rustg_std::prelude::*;
use core::fmt::Debug;
const EMPTY: *const [i32] = core::ptr::slice_from_raw_parts(core::ptr::without_provenance(123), 456);
#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    let a = [1u32, 2, 3];
    let s: *const [u32] = &a[1..];
    let d: *const dyn Debug = &a[1];
    let m: *mut str = "abc" as *const str as *mut str;
    let null: *const [u32] = core::ptr::slice_from_raw_parts(core::ptr::null(), 4);
    let p = s.cast::<u32>();
    let bits = [
        EMPTY.addr() == 123,
        s.addr() == d.addr(),
        !m.is_null(),
        null.is_null(),
        unsafe { *p } == 2,
        d.expose_provenance() == p.addr(),
        unsafe { *d.cast::<u32>() } == 2,
    ];
    y[t] = bits.iter().fold(0, |all, bit| 2 * all + *bit as u64);
}
