// bytes as a word
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let a = [1u8; 8];
    let at = unsafe { a.as_ptr().add(2) } as *const u64;
    let v = unsafe { *(at as *const u32) }; //~ a read of 4 bytes that is not aligned
    out[t] = v;
}
