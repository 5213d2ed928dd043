// What is not used of one `use` is told together, and taken away together.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub struct Y;
    pub struct Z;
    pub mod n {
        pub fn f() {}
        pub fn g() {}
        pub mod deep {
            pub fn h() {}
            pub fn i() {}
        }
    }
}
use a::Y; //~ unused_imports unused import: `a::Y`
use a::{Y as Y1, Z as Z1}; //~ unused_imports unused imports: `Y as Y1` and `Z as Z1`
use a::{X, Z as Z2}; //~ unused_imports unused import: `Z as Z2`
use a::{Y as Y3, X as X3, Z as Z3}; //~ unused_imports unused imports: `Y as Y3` and `Z as Z3`
use a::{Z as Z4, n::{self, f, g}}; //~ unused_imports unused imports: `Z as Z4`, `g`, and `self`
use a::{n::{self as m5, deep::{h, i}}, Y as Y5}; //~ unused_imports unused imports: `Y as Y5`, `h`, and `self as m5`
use a::{}; //~ unused_imports unused import: `a::{}`
use a::{Y as Y6}; //~ unused_imports unused import: `Y as Y6`
use a::{n::{}, X as X7}; //~ unused_imports unused import: `n::{}`
use a::n::{self as _}; //~ unused_imports unused import: `self as _`
    use a::Z as Z8; //~ unused_imports unused import: `a::Z as Z8`
use a::{
    Y as Y9, //~ unused_imports unused imports: `Y as Y9` and `Z as Z9`
    Z as Z9,
    X as X9,
};
use a::{
    X as X10,
    Y as Y10, //~ unused_imports unused imports: `Y as Y10` and `g as g10`
    n::{
        g as g10,
        f as f10,
    },
};
#[doc(hidden)] use a::Z as Z11; //~ unused_imports unused import: `a::Z as Z11`
use a::X as X12; use a::Y as Y12; //~ unused_imports unused import: `a::Y as Y12`
use crate::a::{self as aa, n as nn}; //~ unused_imports unused import: `n as nn`
use self::a::Z as Z13; //~ unused_imports unused import: `self::a::Z as Z13`
use core::fmt::Debug as Dbg; //~ unused_imports unused import: `core::fmt::Debug as Dbg`
use std::cell::{Cell, RefCell}; //~ unused_imports unused import: `RefCell`

pub fn uses(_: X, _: X3, _: X7, _: X9, _: X10, _: X12, _: aa::X) {
    f();
    i();
    f10();
    let _ = Cell::new(1);
    use a::Z as InBody; //~ unused_imports unused import: `a::Z as InBody`
    {
        use a::{X as InBlock, Y as InBlock2}; //~ unused_imports unused import: `Y as InBlock2`
        let _ = InBlock;
    }
}
mod inner {
    use super::a::Y; //~ unused_imports unused import: `super::a::Y`
    use super::*;
    pub fn uses(_: X) {}
}
mod tests {
    use super::a::Y; //~ unused_imports unused import: `super::a::Y`
}
mod test_more {
    mod further {
        use crate::a::Y; //~ unused_imports unused import: `crate::a::Y`
    }
}
mod more_tests {
    mod b {
        pub(crate) fn g() {
            use crate::a::Y; //~ unused_imports unused import: `crate::a::Y`
        }
    }
}
