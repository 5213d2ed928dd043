// Quotients and remainders by constants of all widths and signs, and by numbers of 64 bits that fit 32 or do not
// threads: 16
// expect: 3313055519444541352 16485736099738603545 4236577682689422753 2841871694592731464 5341888300379575335 6711532651511731145 2362954765099912861 8023526310729228713 11142106053925959309 13671361562490480175 11356368516530637766 1030481335441069930 11630341983586110435 12391574391910327734 9240417912496232509 13305513539207970234
use rustg_std::prelude::*;

macro_rules! by {
    ($h:ident, $v:expr, $t:ty: $($d:expr),*) => {
        $($h = $h.wrapping_mul(0x100_0000_01b3) ^ ((($v as $t) / $d) as u64).rotate_left(7) ^ (($v as $t) % $d) as u64;)*
    };
}

fn constants(v: u64) -> u64 {
    let mut h = 7u64;
    by!(h, v, u64: 3, 5, 6, 7, 9, 10, 11, 25, 60, 100, 125, 641, 1000, 3600, 65537, 1_000_000_007, 6_700_417);
    by!(h, v, u64: 0xffff_ffff, 0x1_0000_0001, 10_000_000_000_000_000_000, 0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0001);
    by!(h, v, u64: u64::MAX - 1, u64::MAX, 18, 28, 274177, 12, 14, 1, 2, 1 << 63);
    by!(h, v, i64: 3, -3, 5, 6, 7, -7, 9, 10, -10, 100, 625, -641, 1000, 86400, 1_000_000_007, i64::MAX, i64::MIN);
    by!(h, v, i64: i64::MIN + 1, -0x1_0000_0001, 4, -4, 1, 12, 0x5555_5555_5555_5555);
    by!(h, v, u32: 3, 5, 7, 10, 19, 641, 1000, 0x7fff_ffff, 0x8000_0001, u32::MAX, u32::MAX - 1, 12, 28, 1, 8);
    by!(h, v, i32: 3, -3, 5, 7, -7, 10, 641, 1000, i32::MAX, i32::MIN, i32::MIN + 1, -16, 12);
    by!(h, v, u16: 3, 7, 10, 641, u16::MAX, 255, 16);
    by!(h, v, i16: 3, -7, 10, 641, i16::MAX, i16::MIN, -255);
    by!(h, v, u8: 3, 7, 10, 100, 255, 127, 32);
    by!(h, v, i8: 3, -7, 10, 100, 127, -128, -3);
    h
}

fn variables(v: u64, d: u64) -> u64 {
    let (s, t) = (v as i64 >> 1, (d as i64 >> 1) | 1);
    let (q, r) = (v / d, v % d);
    let low = (v as u32 / (d as u32 | 1)) as u64 ^ ((v >> 7) as u32 % (d as u32 | 1)) as u64;
    q.rotate_left(9) ^ r ^ ((s % t) as u64).rotate_left(21) ^ ((s / t) as u64).rotate_left(33) ^ low
}

fn number(k: u64) -> u64 {
    match k % 5 {
        0 => k,
        1 => 0u64.wrapping_sub(k),
        2 => (1 << (k % 64)) - (k & 1),
        3 => k.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        _ => k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (k % 61),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut h = 0u64;
    for k in 0..40 {
        let v = number(t.get() as u64 * 40 + k);
        h = h.wrapping_mul(31) ^ constants(v) ^ variables(v, number(k * 7 + 3) | 1).rotate_left(k as u32);
    }
    out[t] = h;
}
