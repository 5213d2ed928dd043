// unwrap_unchecked of None
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let first = x[0].checked_sub(1);
    out[i] = unsafe { first.unwrap_unchecked() }; //~ code is reached of which the kernel said that it is not
}
