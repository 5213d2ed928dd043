// Atomic: every operation, orderings and scopes
// threads: 1
// expect: 727559219881643681
use rustg_std::atomic::{BLOCK, DEVICE, SYSTEM, fence};
use rustg_std::prelude::*;

static COUNTER: Atomic<u32> = Atomic::new(5);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a = Atomic::<i32>::new(-5);
    let b: BlockAtomic<u64> = BlockAtomic::new(12);
    let c: SystemAtomic<f32> = SystemAtomic::new(1.5);
    let d: Atomic<f64> = Atomic::new(0.25);
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    add(a.fetch_add(7, Relaxed) as u64);
    add(a.fetch_sub(1, Acquire) as u64);
    add(a.fetch_and(3, Release) as u64);
    add(a.fetch_or(12, AcqRel) as u64);
    add(a.fetch_xor(5, SeqCst) as u64);
    add(a.fetch_min(-9, Relaxed) as u64);
    add(a.fetch_max(4, Relaxed) as u64);
    add(a.load(Acquire) as u64);
    a.store(77, Release);
    add(a.swap(78, AcqRel) as u64);
    add(match a.compare_exchange(78, 80, SeqCst) {
        Ok(x) => x as u64,
        Err(x) => x as u64 + 1000,
    });
    add(match a.compare_exchange(78, 81, Relaxed) {
        Ok(x) => x as u64,
        Err(x) => x as u64 + 1000,
    });
    fence::<3, DEVICE>(AcqRel);
    fence::<4, SYSTEM>(SeqCst);
    fence::<1, BLOCK>(Acquire);
    add(b.fetch_max(u64::MAX - 3, Relaxed));
    add(b.fetch_add(9, Relaxed));
    add(b.scoped::<DEVICE>().load(Relaxed));
    add(c.fetch_add(0.25, Relaxed).to_bits() as u64
        + c.swap(-2.0, Relaxed).to_bits() as u64
        + c.load(SeqCst).to_bits() as u64);
    d.store(3.5, Relaxed);
    add(d.fetch_add(1.0, Relaxed).to_bits() ^ d.into_inner().to_bits());
    let mut e = a;
    *e.get_mut() += 1;
    add(e.into_inner() as u64);
    add(COUNTER.fetch_sub(0, Relaxed) as u64);
    out[t] = n;
}
