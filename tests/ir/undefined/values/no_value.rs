// a value of an enum without variants
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

enum Void {}

fn absurd(v: Void) -> u32 {
    match v {}
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = if x[0] == 0 { absurd(unsafe { core::mem::transmute(()) }) } else { 1 }; //~ a value of a type that has none
}
