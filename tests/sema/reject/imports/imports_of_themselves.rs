// Imports of a module into itself, of a name in two globs, of modules that are less public, and paths from `::`.
use self::*; //~ E0432 unresolved import `self::*`
mod one {
    pub struct Both;
}
mod two {
    pub struct Both;
}
mod both {
    pub use super::one::*;
    pub use super::two::*;
}
use both::Both; //~ E0659 `Both` is ambiguous
mod inner {
    pub use self as this; //~ E0365 `self` is only public within the crate, and cannot be re-exported outside
    pub(crate) use self as own;
    use ::super::one::Both as Other; //~ E0433 global paths cannot start with `super`
    pub mod deeper {
        pub use crate as root;
        pub use super as parent; //~ E0365 `super` is only public within the crate, and cannot be re-exported outside
    }
}
macro_rules! shadow {
    () => {
        extern crate core as std; //~ - macro-expanded `extern crate` items cannot shadow names passed with `--extern`
    };
}
shadow!();
