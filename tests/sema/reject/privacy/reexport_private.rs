// Imports that show more than what they name.
mod a {
    pub(crate) fn bar() {}
    pub fn open() {}
    mod inner {
        pub fn z() -> u32 {
            1
        }
    }
    pub mod x {
        pub(super) fn q() {}
    }
    pub use self::inner as shown; //~ E0365 `inner` is private, and cannot be re-exported
    pub use self::x::q as r; //~ E0364 `q` is private, and cannot be re-exported
    pub(super) use self::inner::z;
}
mod foo {
    pub const X: u32 = 1;
}
enum Kind {
    A,
}
struct Both(u32);
fn private() {}

pub use Kind::A; //~ E0364 `A` is only public within the crate, and cannot be re-exported outside
pub use a::bar as b; //~ E0364 `bar` is only public within the crate, and cannot be re-exported outside
pub use a::open;
pub(crate) use a::z;
pub use foo as foo2; //~ E0365 `foo` is only public within the crate, and cannot be re-exported outside
pub mod m {
    pub use super::{Both, private}; //~ E0364 `Both` is only public //~ E0364 `private` is only public within the crate
    pub(crate) use super::foo;
}
