// atomics in a thread's own memory, relaxed and ordered
// threads: 3
// expect: 190467135342844 1037387935520172 1884308735697600
use rustg_std::prelude::*;

fn words(i: u32) -> u64 {
    let a = Atomic::<u32>::new(i);
    let mut seen = a.fetch_add(7, Relaxed) as u64;
    seen = seen * 31 + a.fetch_sub(2, AcqRel) as u64;
    seen = seen * 31 + a.fetch_max(40, Relaxed) as u64;
    seen = seen * 31 + a.fetch_min(25, SeqCst) as u64;
    seen = seen * 31 + a.fetch_or(64, Relaxed) as u64;
    seen = seen * 31 + a.fetch_and(0x5F, Release) as u64;
    seen = seen * 31 + a.fetch_xor(3, Acquire) as u64;
    seen = seen * 31 + a.swap(i + 1, SeqCst) as u64;
    seen = seen * 31 + a.compare_exchange(i + 1, 99, AcqRel).is_ok() as u64;
    seen = seen * 31 + a.compare_exchange(i, 5, Relaxed).unwrap_or_else(|other| other + 1) as u64;
    a.store(12, Release);
    seen * 31 + a.load(Acquire) as u64
}

fn long(i: u64) -> u64 {
    let a = [Atomic::<i64>::new(-3), Atomic::<i64>::new(i as i64)];
    let before = a[(i % 2) as usize].fetch_add(10, SeqCst);
    let least = a[0].fetch_min(-5, Relaxed);
    (before as u64).wrapping_mul(1000) ^ (least as u64).wrapping_mul(7) ^ a[0].load(SeqCst) as u64 ^ a[1].load(Relaxed) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = words(t.get() as u32) ^ long(t.get() as u64);
}
