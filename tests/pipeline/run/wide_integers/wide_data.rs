// 128-bit numbers in structs, statics, constants, patterns, ranges and generics, with their layout
// threads: 8
// expect: 10577552100971655624 502458664058853929 2367350287803773216 1873040821743603959 10400464362496284705 9929876304212754987 9755847080650127600 17822516018632850118
use core::mem::{align_of, size_of};
use rustg_std::prelude::*;

fn mix(h: u64, v: u128) -> u64 {
    (h ^ v as u64 ^ ((v >> 64) as u64).rotate_left(23)).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7)
}
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Pair {
    small: u8,
    wide: u128,
    flag: bool,
    signed: i128,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct C {
    a: u8,
    b: u128,
    c: u32,
}
#[derive(Clone, Copy, PartialEq, Debug)]
enum E {
    A(u128),
    B { x: i128, y: u8 },
    N,
}
static TABLE: [u128; 4] = [1, 1 << 100, u128::MAX, 0xffff_0000_ffff_0000_1111_2222_3333_4444];
static SIGNED: (u8, i128) = (3, -5);
const K: u128 = TABLE2[1] * 3 + 1;
const TABLE2: [u128; 3] = [5, 1 << 90, 7];
const MIN: i128 = i128::MIN;
const DEEP: Option<i128> = (-3i128).checked_pow(79);
fn class(x: i128) -> u32 {
    match x {
        i128::MIN => 1,
        -170141183460469231731687303715884105727..=-1_000_000_000_000_000_000_000 => 2,
        -999_999_999_999_999_999_999..0 => 3,
        0 => 4,
        1 | 3 | 5 => 5,
        0x1_0000_0000_0000_0000 => 6,
        i128::MAX => 8,
        2.. => 7,
    }
}
fn bits(x: u128) -> u32 {
    match x {
        0 => 0,
        1..=0xffff_ffff_ffff_ffff => 1,
        0x1_0000_0000_0000_0000..=u128::MAX => 2,
    }
}
fn both(x: (u128, bool), y: u128) -> u128 {
    match x {
        (a @ 5..=9, _) | (a, true) if a != y => a,
        (K, false) => 100,
        _ => 3,
    }
}
fn generic<T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T> + PartialOrd>(a: T, b: T) -> T {
    if a < b { a + b } else { a * b }
}
struct W<const N: u128, const M: i128>;
impl<const N: u128, const M: i128> W<N, M> {
    fn get(&self) -> u128 {
        N.wrapping_add(M as u128)
    }
}
fn value(t: u64) -> u64 {
    let mut h = t;
    let w = (t as u128) << 60 | 12345;
    h = mix(
        h,
        (size_of::<u128>() + align_of::<u128>() * 100 + size_of::<Pair>() * 10000 + align_of::<Pair>() * 1000000)
            as u128,
    );
    h = mix(
        h,
        (size_of::<C>()
            + size_of::<E>() * 1000
            + size_of::<Option<u128>>() * 100000
            + align_of::<Option<i128>>() * 10000000) as u128,
    );
    h = mix(
        h,
        (size_of::<(u8, u128)>() + size_of::<[i128; 3]>() * 1000 + core::mem::offset_of!(C, b) * 1000000) as u128,
    );
    let mut p = Pair { small: t as u8, wide: w, flag: t % 2 == 0, signed: -(w as i128) };
    p.wide += 7;
    p.signed -= 1 << 80;
    p.wide ^= TABLE[t as usize % 4];
    p.wide = p.wide.rotate_right(9);
    h = mix(h, p.wide);
    h = mix(h, p.signed as u128);
    let q = Pair { small: 9, ..p };
    h = mix(h, (p < q) as u128 + (p == q) as u128 * 2 + (p.cmp(&q) as u8 as u128));
    let c = C { a: 1, b: w * 5, c: 9 };
    h = mix(h, c.b + c.c as u128 + c.a as u128);
    let mut arr = [0u128; 5];
    for (i, x) in arr.iter_mut().enumerate() {
        *x = w + i as u128;
    }
    arr.reverse();
    h = mix(h, arr.iter().sum::<u128>());
    h = mix(h, arr[..3].iter().copied().map(|x| x >> 50).product::<u128>() & 0xffff);
    h = mix(h, *arr.iter().max().unwrap());
    let e = [E::A(w), E::B { x: -(w as i128), y: 3 }, E::N][t as usize % 3];
    h = mix(
        h,
        match e {
            E::A(x) => x,
            E::B { x, y } => x as u128 + y as u128,
            E::N => 4,
        },
    );
    h = mix(h, (e == E::A(w)) as u128);
    h = mix(h, SIGNED.1 as u128 + SIGNED.0 as u128);
    h = mix(h, K);
    h = mix(h, MIN as u128);
    h = mix(h, DEEP.unwrap_or(1) as u128);
    for x in [
        i128::MIN,
        i128::MIN + 1,
        -1_000_000_000_000_000_000_000,
        -999_999_999_999_999_999_999,
        -1,
        0,
        3,
        4,
        1 << 64,
        i128::MAX,
        w as i128,
    ] {
        h = mix(h, class(x) as u128);
    }
    for x in [0, 1, u64::MAX as u128, 1 << 64, u128::MAX, w] {
        h = mix(h, bits(x) as u128);
    }
    h = mix(h, both((7, false), 7));
    h = mix(h, both((7, false), 8));
    h = mix(h, both((K, false), 8));
    h = mix(h, both((w, true), 8));
    h = mix(h, generic(w, 5u128));
    h = mix(h, generic(-5i128, 1 << 90) as u128);
    h = mix(h, W::<5, -3>.get());
    h = mix(h, W::<18446744073709551615, -9223372036854775808>.get());
    let mut n = 0;
    for i in w..w + 5 {
        n ^= i;
    }
    for i in (-3i128..=3).rev().step_by(2) {
        n = n.wrapping_mul(3).wrapping_add(i as u128);
    }
    h = mix(h, n);
    h = mix(h, (0..u128::MAX).nth(1000).unwrap());
    h = mix(h, (w..).take(3).last().unwrap());
    let r = &w;
    let s = &mut n;
    *s >>= 3u128;
    *s >>= 1i8;
    *s /= r;
    *s += 1;
    *s %= 1000;
    h = mix(h, n + *r);
    let f = |x: u128| x.wrapping_sub(w);
    h = mix(h, f(3));
    h = mix(h, (!w).wrapping_neg());
    let bytes: [u8; 16] = w.to_ne_bytes();
    h = mix(h, bytes[8] as u128);
    h = mix(h, unsafe { core::mem::transmute::<[u64; 2], u128>([t, 5]) });
    h = mix(h, "12345678901234567890123456789".parse::<u128>().unwrap());
    h = mix(h, i128::from_str_radix("-7fffffffffffffffffffffffffffff", 16).unwrap() as u128);
    h = mix(h, u128::from(t) + u128::from('c') + u128::from(true));
    h = mix(h, i128::from(-5i8) as u128);
    h = mix(h, 1u32.wrapping_shl(3) as u128 + (1u64 << (w & 31)) as u128 + (1u8 << 3i128) as u128);
    h = mix(h, core::num::Wrapping(w).0 + (core::num::Wrapping(u128::MAX) + core::num::Wrapping(3)).0);
    h = mix(h, (&w as *const u128 as u128 % 16));
    h = mix(h, (E2::Y as u128) ^ (E2::X as i128) as u128);
    h = mix(h, w.overflowing_add(u128::MAX).1 as u128 + (i128::MAX.overflowing_mul(2).0 as u128));
    h
}
#[derive(Clone, Copy)]
enum E2 {
    X = -4,
    Y = 7,
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
