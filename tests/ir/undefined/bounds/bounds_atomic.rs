// an atomic behind the end
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = out.len() + t.get();
    let counter = unsafe { &*(out.get_unchecked_mut(at) as *mut u32 as *const Atomic<u32>) };
    counter.fetch_add(1, Relaxed); //~ a write out of bounds: 4 bytes at byte 4 of `out`
}
