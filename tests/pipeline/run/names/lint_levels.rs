// operations that would overflow or panic, where control never gets, where a value is not known, or where it is allowed
// threads: 4
// expect: 46 57 68 79
use rustg_std::prelude::*;

const N: usize = 3;

#[allow(arithmetic_overflow, unconditional_panic)]
fn never(a: [u64; 3]) -> u64 {
    a[N] + (u64::MAX + 1)
}

#[allow(overflowing_literals)]
fn wrapped() -> u64 {
    let byte: u8 = 0x101;
    let least = 0x80i8 as i64;
    byte as u64 + (least + 130) as u64
}

fn value(i: u64) -> u64 {
    let a = [10u64, 20, 30];
    let beyond = if N < 3 { a[N] } else { 1 };
    let divisor = 0;
    let quotient = if divisor != 0 { 5 / divisor } else { 2 };
    let mut n = 255u8;
    let r = &mut n;
    *r = 3;
    let sum = n + 1;
    let shift = 70;
    let shifted = if shift < 64 { 1u64 << shift } else { 8 };
    let mode = Some(4u8);
    let chosen = match mode {
        Some(m) => m,
        None => 0u8 - 1,
    };
    if i > 100 {
        return never(a);
    }
    let rest = i * 11 + 24;
    beyond + quotient + sum as u64 + shifted + chosen as u64 + wrapped() + rest
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
