// unchecked_add of 128 bits
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = unsafe { u128::MAX.unchecked_add(x[0] as u128 + 1) } as u32; //~ `unchecked_add` overflows
}
