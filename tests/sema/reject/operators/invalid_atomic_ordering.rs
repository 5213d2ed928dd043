use core::sync::atomic::{AtomicI64, AtomicU32, Ordering, compiler_fence, fence};
use rustg_std::prelude::*;

static COUNT: AtomicI64 = AtomicI64::new(0);

fn orders(c: &AtomicU32) -> u32 {
    let a = c.load(Ordering::Release); //~ invalid_atomic_ordering atomic loads cannot have `Release` or `AcqRel` ordering
    c.store(a, Ordering::Acquire); //~ invalid_atomic_ordering atomic stores cannot have `Acquire` or `AcqRel` ordering
    fence(Ordering::Relaxed); //~ invalid_atomic_ordering memory fences cannot have `Relaxed` ordering
    compiler_fence(Ordering::Relaxed); //~ invalid_atomic_ordering memory fences cannot have `Relaxed` ordering
    let b = c.compare_exchange(1, 2, Ordering::Relaxed, Ordering::Release).unwrap_or(0); //~ invalid_atomic_ordering `compare_exchange`'s failure ordering may not be `Release` or `AcqRel`, since a failed `compare_exchange` does not result in a write
    let f = || COUNT.fetch_update(Ordering::SeqCst, Ordering::AcqRel, |v| Some(v + 1)).is_ok(); //~ invalid_atomic_ordering `fetch_update`'s failure ordering may not be `Release` or `AcqRel`, since a failed `fetch_update` does not result in a write
    a + b + f() as u32
}

#[allow(invalid_atomic_ordering)]
fn allowed(c: &AtomicU32) -> u32 {
    c.load(Ordering::AcqRel)
}

#[kernel]
pub fn test(mut out: GridMut<u32>) {
    let t = thread::index();
    let c = AtomicU32::new(1);
    out[t] = orders(&c) + allowed(&c);
}
