// Threads that meet do a loop over grid_stride several rounds at a time. Each thread's rounds keep their order, and all
// threads do the rounds that not all of them have.
// threads: 8
// expect: 12645397160122170903 16978453867040478974 10425957792570934292 2223483395690767443
// expect: 4837952127115620641 12534936253375885823 3252867200628246344 18187634969194260260
use rustg_std::prelude::*;

const fn numbers<const N: usize>() -> [u32; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = (i as u32 + 3).wrapping_mul(2654435761) >> 7;
        i += 1;
    }
    all
}

static MANY: [u32; 101] = numbers();
static FEW: [u32; 31] = numbers();

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let counts = Shared::<u32, 8>::new();
    let r = thread::idx_x() as usize;
    counts.set(r, 0);
    block::sync();
    let mut hash = 7u64;
    for i in thread::grid_stride(MANY.len()) {
        hash = hash.wrapping_mul(31) ^ u64::from(MANY[i.get()]) ^ i.get() as u64;
        counts.atomic(MANY[i.get()] as usize % 8).fetch_add(i.get() as u32, Relaxed);
    }
    for i in thread::grid_stride(FEW.len()) {
        hash = hash.wrapping_mul(37) ^ u64::from(FEW[i.get()]);
    }
    block::sync();
    let first = counts.get(r);
    block::sync();
    if r == 0 {
        counts.set(0, counts.get(7) + 1);
    }
    block::sync();
    let i = thread::index();
    if i < out.len() {
        out[i] = hash ^ u64::from(first) << 40 ^ u64::from(counts.get(0)) << 20;
    }
}
