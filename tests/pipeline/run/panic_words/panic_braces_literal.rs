// braces that are no holes
// threads: 1
// panics: 11 {} 7 }{
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = t.get() as u64;
    if out.len() == 1 {
        panic!("{{}} {} }}{{", 7);
    }
}
