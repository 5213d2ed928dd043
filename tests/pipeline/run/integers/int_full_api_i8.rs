// methods of integers of 8 bits
// threads: 6
// expect: 4322470885957729545 7809529094839762330 5654731099262956906 10939057703255255722 13907908997763722942 8180501292716804426
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    let x = [0i8, 1, -1, i8::MIN, i8::MAX, -77][i as usize];
    let u = x as u8;
    add(x.wrapping_abs() as u64);
    add(x.unsigned_abs() as u64);
    add(x.checked_abs().map_or(7, |v| v as u64));
    add(x.overflowing_neg().1 as u64);
    add(x.saturating_neg() as u64);
    add(x.saturating_abs() as u64);
    add(x.checked_neg().is_none() as u64);
    add(x.wrapping_neg() as u64);
    add(x.rem_euclid(7) as u64);
    add(x.div_euclid(7) as u64);
    add(x.checked_div(0).is_none() as u64);
    add(x.checked_rem(-1).is_none() as u64);
    add(x.wrapping_div(-1) as u64);
    add(x.overflowing_div(-1).1 as u64);
    add(x.count_ones() as u64);
    add(x.leading_zeros() as u64);
    add(x.trailing_ones() as u64);
    add(x.leading_ones() as u64);
    add(x.count_zeros() as u64);
    add(x.swap_bytes() as u64);
    add(x.reverse_bits() as u64);
    add(x.rotate_left(5) as u64);
    add(x.rotate_right(37) as u64);
    add(x.to_be_bytes()[0] as u64);
    add(i8::from_le_bytes(x.to_le_bytes()) as u64);
    add(u32::from_be_bytes([1, 2, 3, 4]) as u64);
    add(x.to_ne_bytes()[0] as u64);
    add(x.is_negative() as u64 + x.is_positive() as u64 * 2);
    add(x.signum() as u64);
    add(u.is_power_of_two() as u64);
    add(u.checked_next_power_of_two().unwrap_or(3) as u64);
    add(u.checked_ilog2().unwrap_or(99) as u64);
    add(u.checked_ilog10().unwrap_or(99) as u64);
    add(u.checked_ilog(7).unwrap_or(99) as u64);
    add(u.isqrt() as u64);
    add(u.abs_diff(5) as u64);
    add(x.abs_diff(-5) as u64);
    add(u.div_ceil(7) as u64);
    add(u.checked_next_multiple_of(9).unwrap_or(1) as u64);
    add(x.checked_pow(3).unwrap_or(2) as u64);
    add(x.wrapping_pow(5) as u64);
    add(x.saturating_pow(3) as u64);
    add(x.overflowing_pow(2).1 as u64);
    add(x.checked_shl(7).unwrap() as u64);
    add(x.checked_shr(32).is_none() as u64);
    add(x.wrapping_shl(33) as u64);
    add(x.overflowing_shr(35).0 as u64);
    add(x.clamp(-3, 3) as u64);
    add(x.min(4).max(-4) as u64);
    add(x.pow(0) as u64);
    add(u.checked_add_signed(-1).unwrap_or(4) as u64);
    add(u.wrapping_add_signed(-9) as u64);
    add(u.saturating_add_signed(-9) as u64);
    add(x.checked_add_unsigned(1).unwrap_or(8) as u64);
    add(x.saturating_sub_unsigned(u) as u64);
    add(x.cmp(&0) as i8 as u64);
    add(u.midpoint(9) as u64);
    add(u.carrying());
    add(u.cast_signed() as u64);
    add(x.cast_unsigned() as u64);
    add(u.unbounded_shl(40) as u64);
    add(x.unbounded_shr(40) as u64);
    add(u.is_multiple_of(3) as u64);
    add((u as u8).is_ascii_digit() as u64 + (u as u8).to_ascii_uppercase() as u64 + (u as u8).is_ascii() as u64);
    add(u8::try_from(x).unwrap_or(9) as u64);
    add(i64::from(x) as u64);
    add(u16::try_from(u).is_ok() as u64);
    add(usize::try_from(x).is_err() as u64);
    add(u64::from(true) + u64::from(b'a') + u32::from('b') as u64);
    add(i8::BITS as u64 + u16::MAX as u64);
    add(x.checked_sub(i8::MAX).map_or(1, |v| v as u64));
    add(x.wrapping_sub(i8::MAX) as u64);
    add(x.checked_mul(3).map_or(1, |v| v as u64));
    add(x.saturating_mul(-3) as u64);
    add(x.overflowing_add(i8::MAX).1 as u64);
    add(u.overflowing_sub(1).0 as u64);
    add(x.checked_isqrt().map_or(5, |v| v as u64));
    n
}
trait C {
    fn carrying(self) -> u64;
}
impl C for u8 {
    fn carrying(self) -> u64 {
        let (a, b) = self.overflowing_add(1);
        a as u64 + b as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
