// a number as a function
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

type F = fn(u32) -> u32;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let f: F = unsafe { core::mem::transmute(77usize) };
    out[t] = f(1); //~ a call through a pointer that is no function's
}
