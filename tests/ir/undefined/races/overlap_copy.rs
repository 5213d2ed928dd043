// a copy to memory that it reads
// threads: 2
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut a = [1u32, 2, 3];
    let p = a.as_mut_ptr();
    unsafe { core::ptr::copy(p, p.add(1), 2) };
    unsafe { core::ptr::copy_nonoverlapping(p, p.add(2), 1) };
    unsafe { core::ptr::copy_nonoverlapping(p, p.add(1), 2) }; //~ `copy_nonoverlapping` called on overlapping ranges
    out[t] = a[0];
}
