// atomics of 8 and 16 bits, of bool and of pointers, in each ordering
// threads: 6
// expect: 4997078948399610704 4160903636636578559 6374781780682026261 12030196351324579107 7524867085082514878 3104607150785060904
use core::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicPtr, AtomicU8, AtomicU16,
    Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
};
use rustg_std::prelude::*;

static BYTES: [AtomicU8; 7] = [const { AtomicU8::new(250) }; 7];
static COUNTS: [AtomicU8; 5] = [const { AtomicU8::new(3) }; 5];
static HALVES: [AtomicI16; 3] = [const { AtomicI16::new(-1) }; 3];
static FLAG: AtomicBool = AtomicBool::new(true);
fn value(t: u64) -> u64 {
    let mut h = t;
    let mut put = |x: u64| h = (h ^ x).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7);
    let a: [AtomicI8; 5] =
        [AtomicI8::new(-100), AtomicI8::new(t as i8), AtomicI8::new(127), AtomicI8::new(0), AtomicI8::new(-1)];
    let b: [AtomicU16; 3] = [AtomicU16::new(65535), AtomicU16::new(t as u16), AtomicU16::new(7)];
    let c = AtomicI16::new(-5);
    for (k, x) in a.iter().enumerate() {
        for order in [Relaxed, Release, Acquire, AcqRel, SeqCst] {
            put(x.fetch_add(77, order) as u64);
            put(x.fetch_sub(-3, order) as u64);
            put(x.fetch_min(k as i8 - 2, order) as u64);
            put(x.fetch_max(-9, order) as u64);
            put(x.fetch_xor(0x55, order) as u64);
            put(x.swap(x.load(SeqCst).wrapping_mul(3), order) as u64);
        }
        put(x.compare_exchange(5, 6, SeqCst, Relaxed).unwrap_or_else(|e| e) as u64);
        let now = x.load(Relaxed);
        put(x.compare_exchange_weak(now, 1, AcqRel, Acquire).is_ok() as u64);
        x.store(-7, Release);
    }
    for x in &b {
        put(x.fetch_add(3, SeqCst) as u64 + ((x.fetch_nand(0xF0F1, Relaxed) as u64) << 16));
        put(x.fetch_or(0x100, AcqRel) as u64 + ((x.fetch_and(0xFF0F, Acquire) as u64) << 16));
        put(x.fetch_update(SeqCst, SeqCst, |v| if v > 3 { Some(v / 3) } else { None }).unwrap_or(9) as u64);
        put(x.fetch_max(1000, Relaxed) as u64 + x.fetch_min(20, Release) as u64);
    }
    put(c.fetch_min(-6, SeqCst) as u64 ^ c.fetch_max(12, Relaxed) as u64 ^ c.load(Acquire) as u64);
    for x in &BYTES[..2] {
        put(x.load(Relaxed) as u64);
    }
    let f = AtomicBool::new(t % 2 == 0);
    put(f.fetch_and(true, SeqCst) as u64
        + f.fetch_or(t > 2, AcqRel) as u64 * 2
        + f.fetch_xor(true, Relaxed) as u64 * 4);
    put(f.fetch_nand(false, SeqCst) as u64
        + f.fetch_nand(true, Relaxed) as u64 * 2
        + f.fetch_not(SeqCst) as u64 * 4
        + f.swap(false, SeqCst) as u64 * 8);
    put(f.compare_exchange(false, true, SeqCst, SeqCst).is_ok() as u64
        + f.load(Relaxed) as u64 * 2
        + FLAG.load(SeqCst) as u64 * 4);
    let (mut u, mut v) = (t, 5u64);
    let p = AtomicPtr::new(&mut u as *mut u64);
    unsafe { *p.load(SeqCst) += 9 };
    let old = p.swap(&mut v, AcqRel);
    put(unsafe { *old + *p.load(Relaxed) });
    put(p.compare_exchange(old, old, SeqCst, SeqCst).is_err() as u64
        + core::mem::size_of::<AtomicPtr<u8>>() as u64
        + core::mem::align_of::<AtomicU16>() as u64 * 100
        + core::mem::size_of::<[AtomicBool; 3]>() as u64 * 1000);
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    COUNTS[n % 5].fetch_add((n as u8).wrapping_mul(60), Relaxed);
    COUNTS[4].fetch_sub(7, AcqRel);
    HALVES[n % 3].fetch_max(n as i16 * 300, SeqCst);
    BYTES[6].fetch_xor(1 << n, Relaxed);
    block::sync();
    let counts = COUNTS.iter().fold(0, |all, x| all << 8 | x.load(Relaxed) as u64);
    let halves =
        BYTES[6].load(Relaxed) as u64 ^ HALVES.iter().fold(0, |all, x| all << 16 | x.load(Acquire) as u16 as u64);
    out[t] = value(n as u64) ^ counts.wrapping_mul(77) ^ halves;
}
