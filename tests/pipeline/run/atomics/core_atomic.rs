// core's atomic integers, in statics, fields, locals and behind references
// threads: 8
// expect: 10404709315667 37724735125959 65044760940220 92364786752677 119684812565166 147004838379843 174324864190520 201644890007393
use core::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
use rustg_std::prelude::*;

static TOTAL: AtomicU64 = AtomicU64::new(1000);
static TURNS: [AtomicU32; 2] = [const { AtomicU32::new(5) }; 2];

struct Counters {
    hits: AtomicUsize,
    least: AtomicI32,
}

fn words(i: u32) -> u64 {
    let a = AtomicU32::new(i);
    let mut seen = a.fetch_add(7, Ordering::Relaxed) as u64;
    seen = seen * 31 + a.fetch_sub(2, Ordering::AcqRel) as u64;
    seen = seen * 31 + a.fetch_max(40, Ordering::Relaxed) as u64;
    seen = seen * 31 + a.fetch_min(25, Ordering::SeqCst) as u64;
    seen = seen * 31 + a.fetch_or(64, Ordering::Relaxed) as u64;
    seen = seen * 31 + a.fetch_and(0x5F, Ordering::Release) as u64;
    seen = seen * 31 + a.fetch_nand(0x3F, Ordering::Release) as u64;
    seen = seen.wrapping_mul(31).wrapping_add(a.fetch_xor(3, Ordering::Acquire) as u64);
    seen = seen.wrapping_mul(31).wrapping_add(a.swap(i + 1, Ordering::SeqCst) as u64);
    let done = a.compare_exchange(i + 1, 99, Ordering::AcqRel, Ordering::Acquire).is_ok();
    let other = a.compare_exchange_weak(i, 5, Ordering::Relaxed, Ordering::Relaxed).unwrap_or_else(|now| now + 1);
    let updated = a.fetch_update(Ordering::SeqCst, Ordering::Relaxed, |v| if v < 100 { Some(v * 2) } else { None });
    let refused = a.fetch_update(Ordering::SeqCst, Ordering::Relaxed, |v| if v < 100 { Some(v * 2) } else { None });
    a.fetch_add(1, Ordering::Relaxed);
    fence(Ordering::SeqCst);
    seen.wrapping_mul(31).wrapping_add(done as u64 * 1000 + other as u64 + updated.unwrap() as u64 + refused.unwrap_err() as u64 + a.into_inner() as u64)
}

fn long(i: i64) -> u64 {
    let mut a = [AtomicI64::new(-3), AtomicI64::from(i)];
    let before = a[(i % 2) as usize].fetch_add(10, Ordering::SeqCst);
    *a[1].get_mut() += 2;
    let least = a[0].fetch_min(-5, Ordering::Relaxed);
    (before as u64).wrapping_mul(1000) ^ (least as u64).wrapping_mul(7) ^ a[0].load(Ordering::SeqCst) as u64 ^ a[1].load(Ordering::Acquire) as u64
}

fn count(c: &Counters, n: usize) {
    for k in 0..n {
        c.hits.fetch_add(k, Ordering::Relaxed);
        c.least.fetch_min(-(k as i32), Ordering::Release);
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get();
    let c = Counters { hits: AtomicUsize::default(), least: AtomicI32::new(0) };
    count(&c, i);
    TOTAL.fetch_add(i as u64 + 1, Ordering::Relaxed);
    TURNS[i % 2].fetch_add(1, Ordering::AcqRel);
    block::sync();
    let shared = TOTAL.load(Ordering::Acquire) * 100 + (TURNS[0].load(Ordering::Relaxed) * 10 + TURNS[1].load(Ordering::Relaxed)) as u64;
    let own = c.hits.load(Ordering::Relaxed) as u64 * 100 + c.least.load(Ordering::Relaxed).unsigned_abs() as u64;
    out[t] = words(i as u32).wrapping_add(long(i as i64)).wrapping_add(shared * 7).wrapping_add(own);
}
