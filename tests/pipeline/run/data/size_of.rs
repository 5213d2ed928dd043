// sizes of types
// threads: 4
// expect: 416202 416202 416202 416202
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    core::mem::size_of::<u16>() as u64
        + core::mem::size_of::<[u32; 5]>() as u64 * 10
        + core::mem::size_of::<(u64, u64)>() as u64 * 1000
        + core::mem::size_of::<char>() as u64 * 100_000
        + core::mem::size_of::<()>() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
