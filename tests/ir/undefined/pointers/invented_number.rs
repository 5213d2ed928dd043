// a number that is the address of nothing
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, _x: &[u32]) {
    let p = core::ptr::without_provenance::<u32>(0x10000);
    out[thread::index()] = unsafe { p.read() }; //~ a read of 4 bytes at address 0x10000, where there is no memory
}
