// DynShared of no bytes
// threads: 4
// expect: 1 1 1 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let shared = DynShared::<u32>::new();
    out[t] = shared.len() as u64 * 10 + shared.is_empty() as u64;
}
