// A macro with `local_inner_macros` means macros of the crate's root by all its calls, and globs bring these into modules.
use rustg_std::prelude::*;

#[macro_export(local_inner_macros)]
macro_rules! outer {
    (1) => { inner!() };
    (2) => { hidden!() }; //~ E0433 cannot find `hidden` in `$crate`
    (3) => { unreachable!() }; //~ E0433 cannot find `unreachable` in `$crate`
}
macro_rules! hidden {
    () => { 2 };
}
macro_rules! define {
    () => {
        #[macro_export]
        macro_rules! made {
            () => { 3 };
        }
    };
}

mod one {
    mod two {
        #[macro_export]
        macro_rules! inner {
            () => { 1 };
        }
    }
    pub fn by_path() -> u64 {
        outer!(1) + crate::inner!()
    }
}
mod by_globs {
    use super::*;
    pub fn first() -> u64 {
        made!()
    }
    pub mod deeper {
        use super::super::{one, *};
        pub fn second() -> u64 {
            made!() + inner!() + one::by_path()
        }
        pub mod deepest {
            use super::*;
            pub fn third() -> u64 {
                inner!()
            }
        }
    }
}
mod last {
    define!();
}

fn wrong() -> u64 {
    outer!(2) + outer!(3)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = one::by_path() + by_globs::first() + by_globs::deeper::second() + by_globs::deeper::deepest::third();
}
