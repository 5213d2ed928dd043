// many methods of numbers, hashed together
// threads: 1
// panics: 32 attempt to add with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = i as i32 - 2;
    let mut h: u64 = 14695981039346656037;
    let mut mix = |v: u64| h = (h ^ v).wrapping_mul(1099511628211);
    mix(x.rem_euclid(3) as u64);
    mix(x.div_euclid(3) as u64);
    mix((x as u32 as f32).to_bits() as u64);
    mix((x as f64 * 1e10) as i32 as u64);
    mix((f32::NAN as u8) as u64 + (f32::INFINITY as i8) as u64 + (-1.0f64 as u16) as u64);
    mix(x.checked_pow(31).map_or(1, |v| v as u64));
    mix(u64::from(x.is_negative()) << 3 | (x.signum() as u64 & 3));
    mix(i.isqrt() + (i + 1).ilog2() as u64 + (i + 10).ilog10() as u64 + (i + 1).next_power_of_two());
    mix((i as u8).reverse_bits() as u64 + (i as u16).swap_bytes() as u64 + i.leading_zeros() as u64);
    mix(x.overflowing_mul(i32::MAX).0 as u64 + x.overflowing_sub(i32::MAX).1 as u64);
    mix(x.saturating_sub(i32::MAX) as u64 ^ x.wrapping_neg() as u64 ^ x.unsigned_abs() as u64);
    mix((i as u8).wrapping_shl(9) as u64 + (i as i8 - 3 >> 1) as u64);
    mix(i64::from_str_radix_free(b"-12x"));
    mix(char::from_u32(0x41 + i as u32).map_or(0, |c| c.to_ascii_lowercase() as u64));
    mix(char::from_digit(i as u32, 10).unwrap().is_ascii_digit() as u64 + ('a'..='e').count() as u64);
    mix(('a' as u8 + i as u8) as char as u64 + b'\x41' as u64 + '\u{1F600}'.len_utf8() as u64);
    mix((0.1 + 0.2 * i as f64).to_bits());
    mix((i as f32 / 3.0).mul_add(2.0, 1e-8).to_bits() as u64);
    mix((i as f64 - 1.5).round().to_bits() ^ (i as f64 - 1.5).trunc().to_bits() ^ (i as f64 * 0.5).fract().to_bits());
    mix((i as f32 - 1.0).copysign(-0.0).to_bits() as u64 ^ (x as f32).recip().to_bits() as u64);
    mix((2.5f32.clamp(0.0, i as f32)).to_bits() as u64 ^ (x as f32).total_cmp(&-0.0) as i8 as u64);
    mix(u32::from_be_bytes([1, 2, 3, i as u8]) as u64 ^ (i as u16).to_le_bytes()[0] as u64);
    mix(i.midpoint(7) + u64::MAX.abs_diff(i) + 7u64.div_ceil(i + 1) + i.next_multiple_of(4));
    mix(bool::then(i > 1, || 5u64).unwrap_or_default() + (i > 2) as u64 + u64::from(true & !false ^ (i == 0)));
    mix(i.carrying_free(u64::MAX));
    h
}
trait Extra: Sized {
    fn from_str_radix_free(b: &[u8]) -> u64;
    fn carrying_free(self, o: u64) -> u64;
}
impl Extra for i64 {
    fn from_str_radix_free(b: &[u8]) -> u64 {
        let (neg, b) = match b {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, b),
        };
        let mut n = 0i64;
        for c in b.iter().map_while(|b| (*b as char).to_digit(10)) {
            n = n * 10 + c as i64;
        }
        (if neg { -n } else { n }) as u64
    }
    fn carrying_free(self, o: u64) -> u64 {
        o
    }
}
impl Extra for u64 {
    fn from_str_radix_free(_: &[u8]) -> u64 {
        0
    }
    fn carrying_free(self, o: u64) -> u64 {
        let (s, c) = self.overflowing_add(o);
        s + c as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
