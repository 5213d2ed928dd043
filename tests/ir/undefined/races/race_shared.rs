// shared memory without a barrier
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 8>::new();
    let at = s.atomic(0) as *const _ as *mut u32;
    let n = t.get();
    unsafe { *at.add(n) = n as u32 }; //~~
    let before = if n == 0 { n } else { n - 1 };
    let v = unsafe { *at.add(before) }; //~ a data race: this read of 4 bytes at byte 0 of a shared array and a write at
    out[t] = v;
}
