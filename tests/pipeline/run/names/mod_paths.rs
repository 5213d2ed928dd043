// self, super, crate-relative and renamed paths through inline modules
// threads: 4
// expect: 153382 153384 153386 153388
use rustg_std::prelude::*;

mod outer {
    pub const K: u64 = 3;
    pub mod inner {
        use super::K as OUTER_K;
        pub const K: u64 = OUTER_K * 2;
        pub fn sum() -> u64 {
            self::K + super::K + super::super::top(1) + super::sibling::deep::go()
        }
        pub(in super::super::outer) fn hidden() -> u64 {
            9
        }
        pub(super) struct Local {
            pub(crate) x: u64,
            pub(self) y: u64,
        }
        impl Local {
            pub(super) const fn new(x: u64) -> Self {
                Local { x, y: x + 1 }
            }
            pub fn y(&self) -> u64 {
                self.y
            }
        }
    }
    mod sibling {
        pub mod deep {
            pub(crate) fn go() -> u64 {
                super::super::inner::hidden() + super::private()
            }
        }
        fn private() -> u64 {
            inner::K
        }
        use super::inner;
    }
    pub fn local(i: u64) -> (u64, u64) {
        let l = inner::Local::new(i);
        (l.x, l.y())
    }
    pub use self::inner::sum as total;
    pub use self::{inner as renamed, sibling::deep};
}
fn top(x: u64) -> u64 {
    x + 100
}
use self::outer::{self as o, renamed::{self, K as RK}, *};
fn value(i: u64) -> u64 {
    let (x, y) = local(i);
    o::total() + renamed::sum() * 2 + RK + K * 1000 + deep::go() * 10_000 + x + y
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
