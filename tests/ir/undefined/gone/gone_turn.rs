// a local of a loop's turn before
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut kept = x.as_ptr();
    let mut sum = 0;
    for i in 0..3 {
        sum += unsafe { *kept }; //~ a read of 4 bytes in a local that is gone: its scope has ended
        let y = [sum, i];
        kept = &y[1];
        if i == 0 {
            continue;
        }
    }
    out[t] = sum;
}
