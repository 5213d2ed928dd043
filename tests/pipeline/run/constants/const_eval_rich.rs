// constants computed by loops, recursion and match
// threads: 4
// expect: 3690590818 3557185840 3425874501 3431156063
use rustg_std::prelude::*;

const fn build() -> [u32; 16] {
    let mut t = [0; 16];
    let mut i = 0;
    while i < t.len() {
        t[i] = match i % 3 {
            0 => fib(i as u32),
            1 if i > 5 => i as u32 * 100,
            _ => !0 >> i,
        };
        i += 1;
    }
    t
}
const fn fib(n: u32) -> u32 {
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}
const TABLE: [u32; 16] = build();
const LAST: u32 = TABLE[TABLE.len() - 1];
const MASK: u64 = {
    let mut m = 0u64;
    let mut b = 0;
    loop {
        if b > 63 {
            break m;
        }
        m |= 1 << b;
        b += 3;
    }
};
const PAIR: (i32, bool) = if LAST > 100 { (LAST as i32, true) } else { (-1, false) };
struct C;
impl C {
    const N: usize = 4;
    const SQUARES: [u64; Self::N] = {
        let mut a = [0; Self::N];
        let mut i = 0;
        while i < Self::N {
            a[i] = (i * i) as u64;
            i += 1;
        }
        a
    };
}
const _: () = assert!(C::SQUARES[3] == 9);
const CRC: u32 = {
    let data = b"123456789";
    let mut crc = !0u32;
    let mut i = 0;
    while i < data.len() {
        crc ^= data[i] as u32;
        let mut k = 0;
        while k < 8 {
            crc = if crc & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
            k += 1;
        }
        i += 1;
    }
    !crc
};
fn value(i: u64) -> u64 {
    TABLE[i as usize + 4] as u64 + (MASK >> (i * 16) & 0xFFFF) * 10 + PAIR.0 as u64 + PAIR.1 as u64 + C::SQUARES[i as usize] * 1_000_000 + CRC as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
