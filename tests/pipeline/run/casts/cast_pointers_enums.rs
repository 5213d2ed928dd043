// casts of enums, bools, chars, fn items, pointers, references
// threads: 4
// panics: 25 attempt to add with overflow
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(u8)]
enum A {
    X = 3,
    Y = 200,
    Z,
}
#[derive(Clone, Copy)]
enum B {
    P = -5,
    Q,
    R = i32::MAX as isize,
}
fn inc(x: u8) -> u8 {
    x + 1
}
fn value(i: u64) -> u64 {
    let a = [A::X, A::Y, A::Z, A::X][i as usize];
    let b = [B::P, B::Q, B::R, B::Q][i as usize];
    let n = a as u8 as u64 + (a as i8) as u64 + (a as u32 as f32) as u64;
    let m = (b as i64) as u64 ^ (b as i8 as u64) ^ (b as u16 as u64);
    let arr = [1u32, 2, 3, 4];
    let p = &arr as *const [u32; 4] as *const u32;
    let q = unsafe { *p.add(i as usize) + *p.offset(1).sub(1) };
    let mut x = 5u64;
    let r = &mut x as *mut u64;
    unsafe {
        *r += 1;
        *r.cast::<u8>() ^= 0x10;
    }
    let s = unsafe { (p as *const u8).add(4 * i as usize).read() };
    let f = inc as fn(u8) -> u8;
    let d = unsafe { p.add(3).offset_from(p) } as u64
        + (p == p.wrapping_add(0)) as u64
        + p.is_null() as u64
        + std::ptr::null::<u8>().is_null() as u64;
    let e = unsafe { std::slice::from_raw_parts(p.add(1), 2) }.len() as u64;
    n + m.wrapping_mul(3)
        + q as u64
        + x
        + s as u64
        + f(3) as u64
        + true as u64
        + 'z' as u8 as u64
        + ('é' as u8) as u64
        + 97u8 as char as u64
        + d
        + e
        + (-1i8 as u8 as i32 as u64)
        + (300i32 as u8 as char as u64)
        + (1e20f32 as i32 as u64)
        + (f64::NAN as u8 as u64)
        + (-0.9f32 as i8 as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
