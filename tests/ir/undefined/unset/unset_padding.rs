// padding, by bytes
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
struct Padded {
    a: u8,
    b: u32,
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p = Padded { a: 1, b: 2 };
    let bytes = &p as *const Padded as *const u8;
    out[t] = unsafe { *bytes.add(1) } as u32; //~ a read of 1 byte that were never written: at byte 1 of `p`
}
