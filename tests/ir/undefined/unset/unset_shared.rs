// shared memory that no thread has written
// threads: 2
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 8>::new();
    s.set(t.get(), 1);
    block::sync();
    let at = s.atomic(0) as *const _ as *const u32;
    out[t] = unsafe { *at.add(5) }; //~ a read of 4 bytes that were never written: at byte 20 of a shared array
}
