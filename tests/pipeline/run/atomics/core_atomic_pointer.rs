// atomic pointers that go on and back, atomics of memory that is there, and what only the compiler sees
// threads: 4
// expect: 205204 215250 225236 235252
use rustg_std::prelude::*;
use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering, compiler_fence};

fn value(i: u64) -> u64 {
    let mut x = [i, 2, 3, 4];
    let p = AtomicPtr::new(x.as_mut_ptr());
    p.fetch_ptr_add(3, Ordering::Relaxed);
    let at_last = p.fetch_ptr_sub(1, Ordering::Relaxed);
    p.fetch_byte_sub(16, Ordering::Relaxed);
    let at_first = p.fetch_byte_add(8, Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    let n = unsafe { *at_last + 10 * *at_first + 100 * *p.load(Ordering::Relaxed) };
    let mut word = n;
    let there = unsafe { AtomicU64::from_ptr(&raw mut word) };
    #[allow(deprecated)]
    let was = there.compare_and_swap(n, n + 1, Ordering::Relaxed);
    let narrow = AtomicU32::new(i as u32);
    #[allow(deprecated)]
    let old = narrow.compare_and_swap(1, 7, Ordering::Relaxed) as u64;
    was + word * 1000 + old + 5 * narrow.load(Ordering::Relaxed) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
