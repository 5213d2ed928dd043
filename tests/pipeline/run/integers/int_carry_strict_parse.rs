// carries, strict operations, integers parsed
// threads: 4
// expect: 15887179582532020808 12264730115549349143 1643735822296169617 6742416070947996253
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let a = u64::MAX - i * 77;
    let s = i as i64 - 2;
    let (x, c) = a.carrying_add(i, i > 1);
    put(x);
    put(c as u64);
    let (x, c) = i.borrowing_sub(a, true);
    put(x);
    put(c as u64);
    let (x, c) = a.carrying_mul(a, 5);
    put(x);
    put(c);
    let (x, c) = a.carrying_mul_add(a, a, a);
    put(x);
    put(c);
    let (x, c) = 250u8.carrying_mul_add(251, 252, i as u8 + 3);
    put(x as u64);
    put(c as u64);
    let (x, c) = (60000 + i as u16).carrying_mul(65535, 65535);
    put(x as u64);
    put(c as u64);
    let (x, c) = (a as u32).carrying_mul(!0, 9);
    put(x as u64);
    put(c as u64);
    let (x, c) = (a as usize).carrying_mul(!0, 9);
    put(x as u64);
    put(c as u64);
    put(i.checked_sub_signed(s).unwrap_or(7));
    put(i.saturating_sub_signed(s));
    put(i.wrapping_sub_signed(s));
    put(i.overflowing_sub_signed(s).1 as u64);
    put((i as u8).saturating_sub_signed(-128) as u64);
    put(5u8.checked_sub_signed(6).is_none() as u64);
    put(200u8.overflowing_sub_signed(-100).0 as u64);
    put(100u64.strict_add_signed(s));
    put(100u64.strict_sub_signed(s));
    put(7i32.strict_add_unsigned(i as u32) as u64);
    put(7i32.strict_sub_unsigned(i as u32) as u64);
    put(100u32.strict_div(i as u32 + 1) as u64);
    put((-100i32).strict_rem_euclid(i as i32 + 3) as u64);
    put(3u8.strict_pow(i as u32 + 1) as u64);
    put(1u32.strict_shl(i as u32 * 8) as u64);
    put((-5i8).strict_abs() as u64);
    put((-7i64).strict_div_euclid(2) as u64);
    put(unsafe { 1u8.unchecked_shl(i as u32) } as u64);
    for t in ["42", "+7", "-1", "", "300", "z", "12a", "-", "+", "-128", "128", "007"] {
        put(t.parse::<u8>().map_or(1000, |x| x as u64));
        put(t.parse::<i8>().map_or(2000, |x| x as u64));
        match i64::from_str_radix(t, 36) {
            Ok(v) => put(v as u64),
            Err(e) => put(e.kind().clone() as i32 as u64 + 50),
        }
        put(t.parse::<u64>().unwrap_or_else(|e| e.kind().clone() as i32 as u64));
    }
    put(u32::from_str_radix("ffFF", 16).unwrap() as u64);
    put("true".parse::<bool>().unwrap() as u64 + "x".parse::<bool>().is_err() as u64);
    use std::str::FromStr;
    put(i32::from_str("-2147483648").unwrap() as u64);
    put(usize::from_str("18446744073709551616").is_err() as u64);
    let f = i as f32 + 0.7;
    put(unsafe { f.to_int_unchecked::<u8>() } as u64);
    put(unsafe { f.to_int_unchecked::<i64>() } as u64);
    let mut c = b'x';
    c.make_ascii_uppercase();
    put(c as u64);
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
