// Arrays, unions and structs of the function that unrolled loops take apart, and such as must stay in memory
// threads: 4
// expect: 5355870284968470846 17096112118135448597 2986703074665011237 10413582303594345696
use rustg_std::prelude::*;

const TABLE: [[u16; 3]; 4] = [[1, 20, 300], [4000, 5, 60], [700, 8000, 9], [10, 110, 1200]];

#[derive(Clone, Copy)]
union Bits {
    whole: u64,
    halves: [u64; 1],
    float: f64,
}

#[derive(Clone, Copy)]
#[repr(C)]
union Padded {
    pair: (u64, u8),
    words: [u64; 2],
}

#[derive(Clone, Copy)]
enum Shape {
    Dot,
    Line(u64),
    Box { wide: u64, high: u64 },
}

fn area(s: &Shape) -> u64 {
    match *s {
        Shape::Dot => 1,
        Shape::Line(n) => n,
        Shape::Box { wide, high } => wide.wrapping_mul(high),
    }
}

fn schedule(seed: u32) -> u64 {
    let mut w = [0u32; 40];
    for (k, e) in w[..8].iter_mut().enumerate() {
        *e = seed.wrapping_mul(k as u32 + 3);
    }
    for t in 8..40 {
        w[t] = w[t - 8].rotate_left(7) ^ w[t - 3].wrapping_add(w[t - 1] >> 2);
    }
    w.iter().zip([3u64; 40]).fold(0, |h, (a, b)| h.wrapping_mul(b).wrapping_add(*a as u64))
}

fn bytes(n: u64) -> u64 {
    let mut b = n.to_be_bytes();
    b.swap(1, 6);
    let words = [u32::from_le_bytes([b[0], b[1], b[2], b[3]]), u32::from_be_bytes([b[4], b[5], b[6], b[7]])];
    let mut halves: [u16; 4] = unsafe { core::mem::transmute(words) };
    halves[2] ^= 0x1234;
    let two = [halves[3], halves[1]];
    halves[..2].copy_from_slice(&two);
    let signed: [i8; 8] = unsafe { core::mem::transmute(halves) };
    signed.iter().fold(0i64, |h, s| h * 31 + *s as i64) as u64
}

fn unions(n: u64) -> u64 {
    let mut u = Bits { whole: n };
    let mut p = Padded { words: [n, !n] };
    for k in 0..3 {
        unsafe {
            u.halves[0] = u.whole.rotate_left(k + 1);
            p.pair.1 = p.pair.1.wrapping_add(k as u8 + 1);
        }
    }
    let before = p;
    unsafe { core::mem::swap(&mut p.pair.0, &mut u.whole) };
    let float = Bits { float: unsafe { (u.whole >> 40) as f64 + 0.5 } };
    unsafe { u.whole ^ before.words[1] ^ p.words[0] ^ float.halves[0] }
}

fn shapes(n: u64) -> u64 {
    let mut row = [Shape::Dot; 4];
    for k in 0..4 {
        row[k] = match (n + k as u64) % 3 {
            0 => Shape::Dot,
            1 => Shape::Line(n + 7),
            _ => Shape::Box { wide: n + 2, high: k as u64 + 1 },
        };
    }
    let last = row[3];
    row.swap(0, 2);
    row.iter().fold(area(&last), |h, s| h.wrapping_mul(101).wrapping_add(area(s)))
}

// The index in the last line is known to nobody.
fn stays(n: u64) -> u64 {
    let mut a = [[0u16; 3]; 4];
    for r in 0..4 {
        for c in 0..3 {
            a[r][c] = TABLE[3 - r][c].wrapping_add((r * c) as u16);
        }
    }
    a[n as usize % 4][1] += 5;
    a[2].iter().map(|v| *v as u64).sum::<u64>() + a[(n as usize * 7) % 4][(n as usize) % 3] as u64
}

fn stops(n: u64) -> u64 {
    let mut kept = [0u64; 12];
    let mut count = 0;
    for (k, to) in kept.iter_mut().enumerate() {
        if k as u64 * n > 20 {
            break;
        }
        if k == 2 {
            continue;
        }
        *to = k as u64 + n;
        count += 1;
    }
    let mut down = 0i32;
    for k in (-5i32..=4).rev() {
        down = down * 3 + k;
    }
    kept.iter().sum::<u64>() * 100 + count + down as u32 as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u64;
    let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let parts = [schedule(n as u32 + 1), bytes(mixed), unions(n + 5), shapes(n), stays(n), stops(n)];
    out[t] = parts.iter().fold(0, |h: u64, p| h.wrapping_mul(0x100_0000_01b3) ^ p);
}
