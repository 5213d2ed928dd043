// a shuffle is no warp::sync
// threads: 32
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let s = Shared::<u32, 32>::new();
    let at = s.atomic(0) as *const _ as *mut u32;
    let n = t.get();
    unsafe { *at.add(n) = n as u32 }; //~~
    let other = warp::shuffle_xor(n as u32, 1);
    out[t] = unsafe { *at.add(other as usize) }; //~ a data race: this read of 4 bytes
}
