// holes without text between them
// threads: 1
// panics: 10 57trueq0x5-'z'
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() + 5;
    panic!("{}{}{:?}{}{:#x}-{:?}", n, n + 2, n == 5, 'q', n, 'z');
}
