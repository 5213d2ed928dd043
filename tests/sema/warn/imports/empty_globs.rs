// A public glob that shows nothing is not used.
#![allow(dead_code)]
mod a {}
pub use a::*; //~ unused_imports unused import: `a::*`
mod b {
    mod c {
        #[derive(Clone)]
        pub struct D;
    }
    pub use self::c::*;
}
pub use b::*;
mod d {
    const D: i32 = 1;
}
pub use d::*; //~ unused_imports unused import: `d::*`

mod shadowed {
    pub struct Own;
}
pub use shadowed::*; //~ unused_imports unused import: `shadowed::*`
pub struct Own;
mod shadowed_in_part {
    pub fn both() {}
    pub mod both {}
}
pub use shadowed_in_part::*;
pub mod both {}
mod first {
    pub struct Same;
}
mod second {
    pub use super::first::Same; //~ unused_imports unused import: `super::first::Same`
}
pub use first::*;
pub use second::*; //~ unused_imports unused import: `second::*`

mod enums {
    pub enum Two {
        A,
        B,
    }
    pub enum Empty {}
}
pub use enums::Empty::*; //~ unused_imports unused import: `enums::Empty::*`
pub use enums::Two::*;
mod around {
    pub mod inner {}
}
pub use around::inner::*; //~ unused_imports unused import: `around::inner::*`
pub use around::*;
mod private {
    pub use super::first::*; //~ unused_imports unused import: `super::first::*`
    pub use crate::a::*; //~ unused_imports unused import: `crate::a::*`
    pub mod inner {
        pub use crate::a::*; //~ unused_imports unused import: `crate::a::*`
    }
}
pub mod open {
    pub use super::a::*; //~ unused_imports unused import: `super::a::*`
    pub use super::first::*;
    mod deep {
        fn quiet() {}
    }
    pub use self::deep::{*}; //~ unused_imports unused import: `*`
}
mod chain1 {
    pub use super::chain2::*; //~ unused_imports unused import: `super::chain2::*`
}
mod chain2 {
    pub use super::chain1::*; //~ unused_imports unused import: `super::chain1::*`
}
pub use chain1::*; //~ unused_imports unused import: `chain1::*`
mod nested {
    mod deep {}
    pub use self::deep::*; //~ unused_imports unused import: `self::deep::*`
}
pub use nested::*; //~ unused_imports unused import: `nested::*`
mod named {
    use super::first::Same as Hidden; //~ unused_imports unused import: `super::first::Same as Hidden`
    pub use super::first::Same as Shown;
}
pub use named::*;
mod of_impl {
    impl super::Own {
        pub fn own() {}
    }
}
pub use of_impl::*; //~ unused_imports unused import: `of_impl::*`
mod group {
    pub mod x {}
    pub mod y {
        pub fn q() {}
    }
}
pub use group::{x::*, y::*}; //~ unused_imports unused import: `x::*`
mod traits {
    pub trait T {}
}
mod nameless {
    pub use super::traits::T as _;
}
pub use nameless::*;
pub use core::mem::*;
