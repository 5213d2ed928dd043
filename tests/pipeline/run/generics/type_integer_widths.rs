// every integer type keeps its width
// threads: 4
// expect: 18375245049018019461 4468687985743863692 11314718006031381355 866925456664805986
use rustg_std::prelude::*;

const fn low(x: i64) -> (u8, i8, u16, i16) {
    (x as u8, x as i8, x as u16, x as i16)
}
fn sum_all(i: u64) -> u64 {
    let a: u8 = 250 + i as u8;
    let b: i8 = -128 + i as i8;
    let c: u16 = 65_530 + i as u16;
    let d: i16 = i16::MIN + i as i16;
    let e: u32 = u32::MAX - i as u32;
    let f: i32 = i32::MIN + i as i32;
    let g: u64 = u64::MAX / 2 - i;
    let h: i64 = i64::MIN + i as i64;
    let j: usize = usize::MAX >> (i + 1);
    let k: isize = isize::MIN >> i;
    let (l, m, n, o) = low(-77 * (i as i64 + 1) * 1000);
    let mut total = a as u64;
    for x in [b as i64, c as i64, d as i64, e as i64, f as i64, h, k as i64, l as i64, m as i64, n as i64, o as i64] {
        total = total.rotate_left(7) ^ x as u64;
    }
    total ^ g ^ j as u64
}
fn value(i: u64) -> u64 {
    sum_all(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
