// Exchanges with an ordering for failure, and atomics of 8 and 16 bits and of halves
// threads: 32
// expect: 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169 99261169
use rustg_std::prelude::*;

#[kernel(block = 32)]
pub fn test(mut out: GridMut<u64>) {
    let most = Shared::<u32, 1>::new();
    let bytes = Shared::<u8, 2>::new();
    let shorts = Shared::<i16, 1>::new();
    let halves = Shared::<f16, 1>::new();
    let others = Shared::<bf16, 1>::new();
    let t = thread::index();
    if t == 0 {
        most.set(0, 3);
        bytes.set(0, 250);
        bytes.set(1, 1);
        shorts.set(0, -5);
        halves.set(0, f16::from_f32(0.5));
        others.set(0, bf16::from_f32(1.0));
    }
    block::sync();
    let own = t.get() as u32 * 3;
    let at = most.atomic(0);
    let mut now = at.load(Relaxed);
    while own > now {
        match at.compare_exchange_weak(now, own, AcqRel, Acquire) {
            Ok(_) => break,
            Err(other) => now = other,
        }
    }
    bytes.atomic(0).fetch_add(1, Relaxed);
    shorts.atomic(0).fetch_sub(2, Relaxed);
    halves.atomic(0).fetch_add(f16::from_f32(0.25), Relaxed);
    others.atomic(0).fetch_add(bf16::from_f32(2.0), Release);
    block::sync();
    let refused = at.fetch_update(SeqCst, Relaxed, |v| if v == 93 { None } else { Some(0) });
    let sum = halves.atomic(0).load(Acquire).to_f32() * 4.0 + others.atomic(0).load(Relaxed).to_f32();
    let small = bytes.get(0) as u64 * 10 + bytes.get(1) as u64;
    out[t] = (sum as u64 * 1000 + small) * 1000 + (refused == Err(93)) as u64 * 100 + (-shorts.get(0)) as u64;
}
