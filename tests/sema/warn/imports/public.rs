// What can be named from outside is used; `pub` alone does not make it so.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub struct Y;
    pub trait T {}
}
pub use a::X as X1;
pub use a::*;
pub use a::{X as X2, Y as Y2};
pub use a::X as _; //~ unused_imports unused import: `a::X as _`
pub use a::T as _;
pub use a::{Y as _, X as X3}; //~ unused_imports unused import: `Y as _`
pub(crate) use a::X as X4; //~ unused_imports unused import: `a::X as X4`
pub(self) use a::X as X5; //~ unused_imports unused import: `a::X as X5`
mod private {
    pub use super::a::X;
    pub use super::a::Y; //~ unused_imports unused import: `super::a::Y`
    pub(super) use super::a::Y as Y6; //~ unused_imports unused import: `super::a::Y as Y6`
}
pub use private::X as X7;
mod by_glob {
    pub use super::a::X as X8;
    use super::a::Y as Y8; //~ unused_imports unused import: `super::a::Y as Y8`
    mod below {
        pub use crate::a::Y; //~ unused_imports unused import: `crate::a::Y`
    }
}
pub use by_glob::*;
pub mod public {
    pub use super::a::X;
    use super::a::Y; //~ unused_imports unused import: `super::a::Y`
    pub(crate) use super::a::T; //~ unused_imports unused import: `super::a::T`
}
pub use public as renamed;
pub fn in_body() {
    pub use a::Y as Y9; //~ unused_imports unused import: `a::Y as Y9`
}
