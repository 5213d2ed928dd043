// a counter, now atomic and now not
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[allow(invalid_reference_casting)]
#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 8>::new();
    let counter = s.atomic(0);
    counter.fetch_add(1, Relaxed); //~ a data race: this write of 4 bytes at byte 0 of a shared array and a write at
    if t.get() == 0 {
        let at = counter as *const _ as *mut u32;
        unsafe { *at = 5 }; //~~
    }
    out[t] = 1;
}
