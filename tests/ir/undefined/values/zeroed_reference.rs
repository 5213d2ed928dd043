// a reference of zeros
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let at: &u32 = unsafe { core::mem::zeroed() }; //~ zeros for a value that cannot be zero
    out[i] = if x.len() > 9 { *at } else { 1 };
}
