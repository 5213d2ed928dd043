// half of a union
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
union Two {
    a: u8,
    b: u32,
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let two = Two { a: 1 };
    out[t] = unsafe { two.b }; //~ a read of 4 bytes that were never written: at byte 1
}
