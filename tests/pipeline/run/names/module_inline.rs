// modules, visibility and paths
// threads: 4
// expect: 323 333 343 353
use rustg_std::prelude::*;

mod geo {
    pub mod deep {
        pub fn f(n: u64) -> u64 {
            super::helper(n) + self::g()
        }
        fn g() -> u64 {
            5
        }
    }
    fn helper(n: u64) -> u64 {
        n * 10
    }
    pub use deep::f as renamed;
    pub const K: u64 = 3;
}
use geo::{K, deep, renamed};
fn crate_k() -> u64 {
    geo::K * 100
}

fn value(i: u64) -> u64 {
    let _ = i;
    deep::f(i) + renamed(1) + crate_k() + K
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
