// block::sync under conditions that all threads share, in loops and functions
// threads: 32
// expect: 64 80 96 112 128 144 160 176 192 208 224 240 256 272 288 304 320 336 352 368 384 400 416 432 416 368 320 272 224 176 128 80
use rustg_std::prelude::*;

fn step(s: &Shared<u32, 32>, k: usize, by: usize) {
    let v = s.get((k + by) % 32);
    block::sync();
    s.set(k, s.get(k) + v);
    block::sync();
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    let s = Shared::<u32, 32>::new();
    s.set(k, k as u32);
    block::sync();
    let n = thread::block_dim_x();
    if n > 16 {
        let mut by = 1;
        while by < 8 {
            step(&s, k, by);
            by *= 2;
        }
    }
    for round in 0..n / 16 {
        match round {
            0 => block::sync(),
            _ => step(&s, k, round as usize),
        }
    }
    out[t] = s.get(k) as u64;
}
