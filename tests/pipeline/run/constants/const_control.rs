// const fns with loops, matches, arrays and slices
// threads: 3
// expect: 5221305 13221305 5221305
use rustg_std::prelude::*;

const fn table() -> [u16; 8] {
    let mut t = [0; 8];
    let mut i = 0;
    while i < t.len() {
        t[i] = match i {
            0 | 1 => 1,
            n if n % 2 == 0 => t[n - 1] + t[n - 2],
            n => {
                let mut k = n;
                let mut s = 0;
                while k > 0 {
                    s += k;
                    k /= 2;
                }
                s as u16
            }
        };
        i += 1;
    }
    t
}
const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
const fn find(s: &[u8], x: u8) -> Option<usize> {
    let mut i = 0;
    loop {
        if i == s.len() {
            return None;
        }
        if s[i] == x {
            return Some(i);
        }
        i += 1;
    }
}
const T: [u16; 8] = table();
const G: u32 = gcd(48, 36);
const F: Option<usize> = find(b"hello", b'l');
static M: [[u8; 3]; 2] = {
    let mut m = [[0; 3]; 2];
    m[1][2] = G as u8;
    m
};
const S: &[u16] = &[T[3], T[4] * 2];
const N: usize = match F {
    Some(n) => n + 1,
    None => 0,
};
fn value(i: u64) -> u64 {
    let local = [i; N];
    const INNER: i64 = -(G as i64) << 2;
    T.iter().map(|x| *x as u64).sum::<u64>()
        + G as u64 * 100
        + F.unwrap() as u64 * 10_000
        + M[1][2] as u64 * 100_000
        + S[i as usize % 2] as u64 * 1_000_000
        + local.len() as u64
        + INNER.unsigned_abs()
        + const { gcd(14, 21) } as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
