// shifts of and by 128-bit numbers, by counts that are too large
// threads: 8
// expect: 6684719496290142405 13369684870868046094 8292837049136980582 16586516873936651553 14726009298698668755 11004704976664598177 3562670277666156352 7125314167053247104
// checks: off
use rustg_std::prelude::*;
fn sh<T: core::ops::Shl<R, Output = T>, R>(a: T, r: R) -> T {
    a << r
}
fn value(t: u64) -> u64 {
    let x = 0x1234_5678_9abc_def0_1111u128 + t as u128;
    let a = sh(x, &(100i64 + t as i64));
    let b = &x >> (70u8 + t as u8);
    let c = x << &(t as u128 + 3);
    let mut d = x as i128;
    d >>= 200i64 + t as i64;
    d <<= 300u16 + t as u16;
    let e = 5u64 << &(64 + t as i128);
    let f = 7i8 >> (300u128 + t as u128);
    (a ^ a >> 64 ^ b ^ c) as u64 ^ d as u64 ^ e ^ f as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
