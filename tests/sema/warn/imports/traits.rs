// A trait is used where a method call or a path takes an item of it; the first import of it is the one that is needed.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub trait Called {
        fn called(&self) {}
    }
    pub trait Twice {
        fn twice(&self) {}
    }
    pub trait Hidden {
        fn hidden(&self) {}
    }
    pub trait Nowhere {
        fn nowhere(&self) {}
    }
    pub trait ByPath {
        fn by_path() {}
        const K: u32 = 1;
    }
    pub trait Beaten {
        fn beaten(&self) {}
    }
    pub trait ByBound {
        fn by_bound(&self) {}
    }
    pub trait Extends: ByBound {}
    impl Called for X {}
    impl Twice for X {}
    impl Hidden for X {}
    impl Nowhere for X {}
    impl ByPath for X {}
    impl Beaten for X {}
    impl ByBound for X {}
    impl Extends for X {}
    impl X {
        pub fn beaten(&self) {}
    }
    pub mod many {
        pub trait One {
            fn one(&self) {}
        }
        pub trait Other {
            fn other(&self) {}
        }
        impl One for u32 {}
        impl Other for u32 {}
    }
    pub mod none {
        pub trait Three {
            fn three(&self) {}
        }
    }
    pub mod almost {
        pub trait Called {
            fn called(&self) {}
        }
        impl Called for u64 {}
    }
}
use a::Called;
use a::Hidden as _;
use a::Nowhere; //~ unused_imports unused import: `a::Nowhere`
use a::Twice;
use a::Twice as Again; //~ unused_imports unused import: `a::Twice`
use a::X;
use a::{Beaten, ByPath}; //~ unused_imports unused import: `Beaten`
pub fn calls() {
    let x = X;
    x.called();
    x.twice();
    x.hidden();
    x.beaten();
    X::by_path();
    use a::many::*;
    1u32.other();
}
pub fn of_bound<T: a::Extends>(t: T) {
    use a::ByBound; //~ unused_imports unused import: `a::ByBound`
    t.by_bound();
}
mod by_glob {
    use super::a::none::*; //~ unused_imports unused import: `super::a::none::*`
    use super::a::many::*;
    pub fn f() {
        1u32.one();
    }
}
mod in_outer {
    use super::*;
    use super::a::Called as _; //~ unused_imports unused import: `super::a::Called`
    pub fn f(x: X) {
        x.called();
    }
}
mod own {
    use super::a::almost::*; //~ unused_imports unused import: `super::a::almost::*`
    pub trait Called {
        fn called(&self) {}
    }
    impl Called for u32 {}
    pub fn f() {
        1u32.called();
    }
}
mod writes {
    use core::fmt::Write;
    pub struct To;
    impl Write for To {
        fn write_str(&mut self, _: &str) -> core::fmt::Result {
            Ok(())
        }
    }
    pub mod by_macro {
        use core::fmt::Write;
        pub fn f(mut to: super::To) {
            let _ = write!(to, "x");
        }
    }
    pub mod formats {
        use core::fmt::Write as _; //~ unused_imports unused import: `core::fmt::Write`
        pub fn f(f: &mut core::fmt::Formatter) {
            let _ = write!(f, "x");
        }
    }
}
mod prelude_too {
    use std::iter::Iterator;
    pub fn f() -> u32 {
        [1u32].iter().map(|x| x + 1).sum()
    }
}
mod fields {
    use super::a::Nowhere as _; //~ unused_imports unused import: `super::a::Nowhere`
    pub struct S {
        pub nowhere: u32,
    }
    pub fn f(s: S) -> u32 {
        s.nowhere
    }
}
mod paths {
    use super::a::{ByPath, X};
    pub fn f() -> u32 {
        X::K
    }
}
