// unchecked_mul of the smallest by -1
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = unsafe { i64::MIN.unchecked_mul(x[0] as i64 - 1) } as u32; //~ `unchecked_mul` overflows
}
