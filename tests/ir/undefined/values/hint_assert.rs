// assert_unchecked of a false condition
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    unsafe { core::hint::assert_unchecked(x[0] > 0) }; //~ `assert_unchecked` of what is false
    out[i] = x[0];
}
