// a copy of what others write
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let n = t.get();
    let mut a = [0u32; 4];
    out[t] = n as u32;
    if n == 3 {
        let at = unsafe { out.get_unchecked_mut(0) } as *const u32;
        unsafe { core::ptr::copy_nonoverlapping(at, a.as_mut_ptr(), 4) }; //~ a data race: this read of 16 bytes at byte 0 of `out` and a write at
    }
    out[t] = a[0]; //~~
}
