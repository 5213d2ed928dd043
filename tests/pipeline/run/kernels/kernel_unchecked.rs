// writing without a check
// threads: 4
// expect: 1 0 3 2
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index().get();
    unsafe { *out.get_unchecked_mut(t ^ 1) = t as u64 };
}
