// split_at_unchecked behind the end
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let (a, _) = unsafe { x.split_at_unchecked(x.len() + 1) }; //~ an unsafe fn is called against its rules
    out[i] = a[0];
}
