// Branches that only choose a value, quotients beside remainders, and numbers read from a local's bytes
// threads: 12
// expect: 13300736300605577052 12758892914016651884 14343538578902952643 17784895448440945193 614785458143217189 5238280905227228475 17729854084977753226 16054146592481869724 6971335346347753633 1630053525554374120 11536142887329003251 15016225819894402538
use rustg_std::prelude::*;

fn choices(n: i64, m: i64) -> i64 {
    let (mut a, mut b, mut c) = (n, m, 7i64);
    for k in 0..m {
        if a > b {
            a -= k;
            c = a ^ c;
        } else if b & 1 == 0 {
            (a, b) = (b, a.wrapping_add(3));
        } else {
            c = c.rotate_left(1);
        }
        let d = if c < 0 { c.wrapping_neg() } else { c };
        b = b.wrapping_add(if d % 3 == 1 { d } else { -k });
    }
    a.wrapping_mul(31) ^ b.wrapping_mul(17) ^ c
}

fn swaps(mut x: u64, mut y: u64, which: bool) -> u64 {
    if which {
        let old = x;
        x = y;
        y = old;
    }
    if x > y {
        x = y;
        y = x.wrapping_mul(3);
    }
    x << 32 ^ y
}

fn pointers<'a>(a: &'a [u32], b: &'a [u32], which: bool) -> u64 {
    let mut of = a;
    if which {
        of = b;
    }
    of.iter().fold(of.len() as u64, |h, v| h * 31 + *v as u64)
}

fn pairs(a: i64, b: i64, c: u32, d: u32) -> u64 {
    let mut h = (a % b) as u64;
    if h & 1 == 0 {
        h = h.rotate_left(9) ^ (a / b) as u64;
    }
    let (q, r) = (c / d, c % d);
    h ^ (q as u64) << 40 ^ (r as u64) << 8 ^ (a.rem_euclid(b) as u64).rotate_left(3) ^ a.div_euclid(b) as u64
}

fn words(n: usize) -> u64 {
    let mut bytes = [0u8; 24];
    for k in 0..n + 12 {
        bytes[k] = (k * 37 + n) as u8;
    }
    let one = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
    let odd = u32::from_le_bytes([bytes[9], bytes[10], bytes[11], bytes[12]]);
    let turned = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let mixed = u32::from_le_bytes([bytes[16], bytes[18], bytes[17], bytes[19]]);
    let low = bytes[8] as u32;
    bytes[n % 24] = 0xEE;
    let later = low | (bytes[9] as u32) << 8 | (bytes[10] as u32) << 16 | (bytes[11] as u32) << 24;
    let masked = (bytes[12] as u32 & 0x0F) | (bytes[13] as u32) << 8 | (bytes[14] as u32) << 16 | (bytes[15] as u32) << 24;
    let wide = u64::from_le_bytes(*bytes.first_chunk::<8>().unwrap());
    [one, odd, turned, mixed, later, masked].iter().fold(wide, |h, w| h.wrapping_mul(0x100_0000_01b3) ^ *w as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u64;
    let big = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = [n as u32 + 1, 5, 9, n as u32 * 3];
    let parts = [
        choices(big as i64, n as i64 + 3) as u64,
        choices(n as i64 - 6, 9) as u64,
        swaps(n, big, n % 3 == 0),
        pointers(&x, &x[1..3], n % 2 == 1),
        pairs(big as i64, n as i64 - 13, big as u32, n as u32 + 3),
        pairs(n as i64 - 6, 5, 77, n as u32 + 1),
        words(t.get()),
    ];
    out[t] = parts.iter().fold(0, |h: u64, p| h.wrapping_mul(0x100_0000_01b3) ^ p);
}
