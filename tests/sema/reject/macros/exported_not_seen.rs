// The macros of the crate's root are not known in a module that names neither them nor, by a glob, all of the root.
use rustg_std::prelude::*;

mod one {
    #[macro_export]
    macro_rules! inner {
        () => { 1 };
    }
}
mod two {
    pub mod deep {
        use super::*;
        pub fn none() -> u64 {
            inner!() //~ - cannot find macro `inner` in this scope
        }
    }
    pub mod reached {
        use super::super::*;
        pub fn some() -> u64 {
            inner!()
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = two::deep::none() + two::reached::some();
}
