// A glob is used if a name was found through it, also one that another glob or import hands on.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub struct Y;
    pub mod n {
        pub fn f() {}
        pub fn g() {}
    }
    pub enum E {
        V,
        W,
    }
}
use a::n::f;
use a::n::*; //~ unused_imports unused import: `a::n::*`
use a::*;
mod by_enum {
    use super::a::E::*;
    pub fn k() {
        let _ = V;
    }
}
mod not_by_enum {
    use super::a::E;
    use super::a::E::*; //~ unused_imports unused import: `super::a::E::*`
    pub fn k() {
        let _ = E::V;
    }
}
mod chain {
    mod one {
        pub use super::super::a::*;
        pub use super::super::a::n::*; //~ unused_imports unused import: `super::super::a::n::*`
    }
    mod two {
        pub use super::one::*;
    }
    use two::*;
    pub fn k(_: Y) {}
}
mod shadowed {
    use super::a::*; //~ unused_imports unused import: `super::a::*`
    use super::a::n::*; //~ unused_imports unused import: `super::a::n::*`
    struct X;
    fn f() {}
    pub fn k(_: &X) {
        f();
    }
}
mod of_std {
    use std::cell::*;
    use std::fmt::*; //~ unused_imports unused import: `std::fmt::*`
    pub fn k() {
        let _ = Cell::new(1);
    }
}
pub fn uses(_: X) {
    f();
    {
        use a::n::*;
        g();
    }
    {
        use a::n::*;
        f();
    }
}
