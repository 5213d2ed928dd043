// past the end of a shared array, where the next one lies
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 8>::new();
    let other = Shared::<u32, 8>::new();
    other.set(t.get(), 7);
    s.set(t.get(), 7);
    block::sync();
    let at = s.atomic(0) as *const _ as *const u32;
    out[t] = unsafe { *at.add(8) }; //~ a read out of bounds: 4 bytes at byte 32 of a shared array, which has 32 bytes
}
