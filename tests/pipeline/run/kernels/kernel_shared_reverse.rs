// shared memory and a barrier
// threads: 64
// expect: 3969 3844 3721 3600 3481 3364 3249 3136 3025 2916 2809 2704 2601 2500 2401 2304 2209 2116 2025 1936 1849 1764 1681 1600 1521 1444 1369 1296 1225 1156 1089 1024 961 900 841 784 729 676 625 576 529 484 441 400 361 324 289 256 225 196 169 144 121 100 81 64 49 36 25 16 9 4 1 0
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let tile = Shared::<u32, 64>::new();
    let t = thread::index();
    let x = thread::idx_x() as usize;
    tile.set(x, (x * x) as u32);
    block::sync();
    out[t] = tile.get(63 - x) as u64;
}
