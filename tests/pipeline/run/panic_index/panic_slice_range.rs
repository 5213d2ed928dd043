// a range past the end
// threads: 4
// panics: 10 range end index 4 out of range for slice of length 3
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a = [1u64, 2, 3];
    out[t] = a[..t.get() + 1].len() as u64;
}
