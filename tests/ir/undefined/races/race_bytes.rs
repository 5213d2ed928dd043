// neighbouring bytes are apart, one word is not
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let n = t.get();
    let bytes = unsafe { out.get_unchecked_mut(0) } as *mut u32 as *mut u8;
    unsafe { *bytes.add(n) = n as u8 }; //~~
    if n == 3 {
        let word = unsafe { *(bytes as *const u32) }; //~ a data race: this read of 4 bytes at byte 0 of `out` and a write at
        unsafe { *out.get_unchecked_mut(1) = word };
    }
}
