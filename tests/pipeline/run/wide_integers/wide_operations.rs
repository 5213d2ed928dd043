// every operation and conversion of 128-bit numbers, on numbers of all sizes
// threads: 8
// expect: 5083866535404252066 2482249508237585265 1856999884634826736 3711045918566269405 11936036303857873856 1651087458977507999 16422151477265717908 142559241654480386
use rustg_std::prelude::*;

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn wide(&mut self) -> u128 {
        let kind = self.next() % 8;
        let x = (self.next() as u128) << 64 | self.next() as u128;
        let n = (self.next() % 128) as u32;
        match kind {
            0 => x,
            1 => x >> n,
            2 => !(x >> n),
            3 => 1u128 << n,
            4 => (1u128 << n).wrapping_sub(1),
            5 => !(1u128 << n),
            6 => (x >> 64) << (n / 2),
            _ => (x & 0xffff_ffff_0000_0000_ffff_ffff) ^ (1u128 << n),
        }
    }
}
fn mix(h: u64, v: u128) -> u64 {
    (h ^ v as u64 ^ ((v >> 64) as u64).rotate_left(23)).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7)
}
fn opt<T>(v: Option<T>, f: impl Fn(T) -> u128) -> u128 {
    match v {
        Some(x) => f(x),
        None => 77,
    }
}
fn value(t: u64) -> u64 {
    let mut r = Rng(t * 0x1234567 + 88172645463325252);
    let mut h = t;
    let mut i = 0;
    while i < 40 {
        let (a, b) = (r.wide(), r.wide());
        let (x, y) = (a as i128, b as i128);
        let n = r.next() as u32;
        h = mix(h, a.wrapping_add(b));
        h = mix(h, a.wrapping_sub(b));
        h = mix(h, a.wrapping_mul(b));
        h = mix(h, x.wrapping_mul(y) as u128);
        h = mix(h, opt(a.checked_add(b), |v| v));
        h = mix(h, opt(a.checked_sub(b), |v| v));
        h = mix(h, opt(a.checked_mul(b), |v| v));
        h = mix(h, opt(x.checked_add(y), |v| v as u128));
        h = mix(h, opt(x.checked_sub(y), |v| v as u128));
        h = mix(h, opt(x.checked_mul(y), |v| v as u128));
        h = mix(h, opt(a.checked_div(b), |v| v));
        h = mix(h, opt(a.checked_rem(b), |v| v));
        h = mix(h, opt(x.checked_div(y), |v| v as u128));
        h = mix(h, opt(x.checked_rem(y), |v| v as u128));
        h = mix(h, opt(x.checked_div_euclid(y), |v| v as u128));
        h = mix(h, opt(x.checked_rem_euclid(y), |v| v as u128));
        h = mix(h, x.saturating_add(y) as u128);
        h = mix(h, x.saturating_sub(y) as u128);
        h = mix(h, x.saturating_mul(y) as u128);
        h = mix(h, a.saturating_add(b));
        h = mix(h, a.saturating_sub(b));
        h = mix(h, a.saturating_mul(b));
        h = mix(h, a.wrapping_shl(n));
        h = mix(h, a.wrapping_shr(n));
        h = mix(h, x.wrapping_shr(n) as u128);
        h = mix(h, x.wrapping_shl(n) as u128);
        h = mix(h, opt(a.checked_shl(n % 160), |v| v));
        h = mix(h, a << (n % 128) ^ b >> (n as u128 % 128));
        h = mix(h, (x >> (n as i64 % 128)) as u128);
        h = mix(h, a.rotate_left(n));
        h = mix(h, x.rotate_right(n) as u128);
        h = mix(h, (a & b) | (!a ^ b));
        h = mix(h, (x & y | !x ^ y) as u128);
        h = mix(
            h,
            (a < b) as u128
                | ((a <= b) as u128) << 1
                | ((a > b) as u128) << 2
                | ((a >= b) as u128) << 3
                | ((a == b) as u128) << 4
                | ((a != b) as u128) << 5,
        );
        h = mix(
            h,
            (x < y) as u128
                | ((x <= y) as u128) << 1
                | ((x > y) as u128) << 2
                | ((x >= y) as u128) << 3
                | ((x == y) as u128) << 4
                | ((x != y) as u128) << 5,
        );
        h = mix(h, a.leading_zeros() as u128);
        h = mix(h, a.trailing_zeros() as u128 * 300 + x.count_ones() as u128 * 7 + x.leading_ones() as u128);
        h = mix(h, a.swap_bytes());
        h = mix(h, x.reverse_bits() as u128);
        h = mix(h, (a as f64).to_bits() as u128);
        h = mix(h, (x as f64).to_bits() as u128);
        h = mix(h, (a as f32).to_bits() as u128);
        h = mix(h, (x as f32).to_bits() as u128);
        let fl = f64::from_bits(r.next());
        let near = a as f64 * (1.0 - (n as f64) * 1e-10) * if n & 1 == 0 { -1.0 } else { 1.0 };
        h = mix(h, fl as u128);
        h = mix(h, fl as i128 as u128);
        h = mix(h, near as u128);
        h = mix(h, near as i128 as u128);
        h = mix(h, f32::from_bits(n) as u128);
        h = mix(h, f32::from_bits(n) as i128 as u128);
        h = mix(
            h,
            a as i8 as u128
                ^ (x as u16 as u128) << 3
                ^ (a as i32 as i128 as u128) << 1
                ^ (x as i64 as u128)
                ^ (a as usize as u128),
        );
        h = mix(h, (n as i32 as i128) as u128 ^ (n as i8 as u128) ^ (fl > 0.0) as u128 ^ 'x' as u128);
        h = mix(h, opt(x.checked_neg(), |v| v as u128));
        h = mix(h, opt(x.checked_abs(), |v| v as u128));
        h = mix(h, x.unsigned_abs());
        h = mix(h, a.abs_diff(b));
        h = mix(h, x.abs_diff(y));
        h = mix(h, x.signum() as u128);
        h = mix(h, a.isqrt());
        h = mix(h, opt(a.checked_ilog2(), |v| v as u128));
        h = mix(h, opt(a.checked_ilog10(), |v| v as u128));
        h = mix(h, a.wrapping_pow(n % 20));
        h = mix(h, opt((a >> 100).checked_pow(n % 30), |v| v));
        h = mix(h, opt((x >> 100).checked_pow(n % 30), |v| v as u128));
        h = mix(h, opt(u64::try_from(a).ok(), |v| v as u128));
        h = mix(h, opt(i32::try_from(x).ok(), |v| v as u128));
        h = mix(h, opt(i128::try_from(a).ok(), |v| v as u128));
        h = mix(h, opt(u128::try_from(x).ok(), |v| v));
        h = mix(h, u128::from_le_bytes(a.to_be_bytes()));
        h = mix(h, a.midpoint(b));
        h = mix(h, x.midpoint(y) as u128);
        h = mix(h, a.min(b) ^ x.max(y) as u128 ^ a.clamp(b >> 1, b | (b >> 1)));
        h = mix(h, opt(a.checked_next_power_of_two(), |v| v));
        h = mix(h, opt(a.checked_add_signed(y), |v| v));
        h = mix(h, opt(x.checked_sub_unsigned(b), |v| v as u128));
        i += 1;
    }
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
