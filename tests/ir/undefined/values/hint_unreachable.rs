// unreachable_unchecked in an arm that is taken
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = match x[0] {
        1 => 2,
        _ => unsafe { core::hint::unreachable_unchecked() }, //~ code is reached of which the kernel said that it is not
    };
}
