// Attributes on the `use`, and around it.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub struct Y;
}
#[allow(unused_imports)]
use a::X as X1;
#[allow(unused)]
use a::{X as X2, Y as Y2};
#[expect(unused_imports)]
use a::X as X3;
#[deny(unused_imports)]
use a::X as X4; //~ unused_imports unused import: `a::X as X4`
#[deny(unused)]
mod strict {
    use super::a::Y; //~ unused_imports unused import: `super::a::Y`
}
#[allow(unused_imports)]
mod all {
    use super::a::X;
    pub fn f() {
        use super::a::Y;
    }
    #[warn(unused_imports)]
    mod not {
        use crate::a::X; //~ unused_imports unused import: `crate::a::X`
    }
}
