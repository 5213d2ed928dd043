// unchecked_shl by more than the width
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = unsafe { 1u32.unchecked_shl(x[0] + 40) }; //~ `unchecked_shl` by 0x28, which is not below the width
}
