// a barrier too few in a loop
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 8>::new();
    let at = s.atomic(0) as *const _ as *mut u32;
    let n = t.get();
    let mut v = 0;
    for i in 0..2 {
        unsafe { *at.add(n) = i }; //~ a data race: this write of 4 bytes at byte 4 of a shared array and a read at
        block::sync();
        v += unsafe { *at.add((n + 1) % 4) }; //~~
    }
    out[t] = v;
}
