// bytes that are shifted out or set anew between their loads, and loops with steps near the counter's limit
// threads: 3
// expect: 27587748122264293 28098507770291333 32418636490408581
use rustg_std::prelude::*;

fn bytes(k: usize) -> [u8; 8] {
    let mut c = [k as u8; 8];
    c[k & 7] = 77;
    c[(k + 3) & 7] = 78;
    c
}

fn shifted(t: usize) -> u64 {
    let mut b = [1u8, 2, 3, 4, 5, 6, 7, 8];
    b[t & 7] = 100;
    let low = (b[0] as u32) | (b[1] as u32) << 8 | (b[2] as u32) << 16 | (b[3] as u32) << 24;
    (low | (b[4] as u32).wrapping_shl(32)) as u64
}

fn set_between(t: usize) -> u64 {
    let mut b = [1u8, 2, 3, 4, 5, 6, 7, 8];
    b[(t + 1) & 7] = 50 + t as u8;
    let c = bytes(t);
    let x = b[0] as u32;
    b = c;
    (x | (b[1] as u32) << 8 | (b[2] as u32) << 16 | (b[3] as u32) << 24) as u64
}

fn large_steps(t: usize) -> u64 {
    let n = 0xF000_0000u32 + t as u32;
    let (mut s, mut i) = (1u64, 0u32);
    while i < n {
        s = s.wrapping_mul(31).wrapping_add(i as u64);
        i = i.saturating_add(0x6000_0000);
    }
    s
}

fn through_a_pointer(t: usize) -> u64 {
    let n = t as u64 + 8;
    let (mut x, mut y) = (5u64, 9u64);
    let p = if n & 1 == 0 { &raw mut x } else { &raw mut y };
    let (mut s, mut i) = (1u64, 0u64);
    while i < n {
        s = s.wrapping_mul(3).wrapping_add(unsafe { *p });
        x = s ^ i;
        i += 1;
    }
    s + y
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    out[t] = shifted(k) ^ set_between(k).rotate_left(7) ^ large_steps(k).rotate_left(19) ^ through_a_pointer(k).rotate_left(31);
}
