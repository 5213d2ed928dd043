// kernel options: block, max_threads, min_blocks
// threads: 32
// expect: 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
use rustg_std::prelude::*;

#[kernel(block = 32, max_threads = 64, min_blocks = 2)]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = block::size() as u64 + t.get() as u64;
}
