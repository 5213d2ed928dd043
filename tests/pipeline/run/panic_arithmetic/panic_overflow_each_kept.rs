// overflow is looked at in unused results, too
// threads: 1
// panics: 11 attempt to add with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
    let x = i16::MAX - t.get() as i16;
    let _ = x + 1;
    let _unused = -x;
}
