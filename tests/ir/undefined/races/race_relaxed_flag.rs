// a flag that orders nothing, as it is relaxed
// threads: 1
// blocks: 2
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let n = t.get();
    let flag = unsafe { &*(out.get_unchecked_mut(1) as *mut u32 as *const Atomic<u32>) };
    if n == 0 {
        unsafe { *out.get_unchecked_mut(0) = 41 }; //~~
        flag.store(1, Relaxed);
    } else if flag.load(Relaxed) == 1 {
        let v = unsafe { *out.get_unchecked_mut(0) }; //~ a data race: this read of 4 bytes at byte 0 of `out` and a write at
        unsafe { *out.get_unchecked_mut(0) = v + 1 };
    }
}
