// a NonZero of zero
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

use core::num::NonZero;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let n = unsafe { NonZero::new_unchecked(x[0]) }; //~ code is reached of which the kernel said that it is not
    out[i] = n.get();
}
