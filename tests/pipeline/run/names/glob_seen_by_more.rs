// of two globs of one item that counts which more modules see
// threads: 2
// expect: 3 4
use rustg_std::prelude::*;

use outer::*;
mod outer {
    mod inner {
        pub fn f(n: u64) -> u64 {
            n + 3
        }
    }
    use inner::*;
    pub use inner::*;
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = f(t.get() as u64);
}
