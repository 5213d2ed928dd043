// a bool of 7
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let seven = [7u8 + t.get() as u8];
    let b = unsafe { *(seven.as_ptr() as *const bool) }; //~ a bool that is 0x07, neither false nor true
    out[t] = if b { 1 } else { 2 };
}
