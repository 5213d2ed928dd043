// A glob that is more public than all that it brings.
#![allow(dead_code)]
mod crate_only {
    pub(crate) struct InCrate;
    pub(super) fn above() {}
}
pub use crate_only::*; //~ unused_imports glob import doesn't reexport anything with visibility `pub`
//~^ unused_imports unused import: `crate_only::*`
mod used {
    pub(crate) struct Used;
}
pub use used::*; //~ unused_imports glob import doesn't reexport anything with visibility `pub`
pub fn uses() {
    let _ = Used;
}
mod by_import {
    pub(crate) use super::crate_only::InCrate as Renamed;
    //~^ unused_imports unused import: `super::crate_only::InCrate as Renamed`
}
pub use by_import::*; //~ unused_imports glob import //~ unused_imports unused import: `by_import::*`
mod by_glob {
    pub(crate) use super::crate_only::*; //~ unused_imports unused import: `super::crate_only::*`
}
pub use by_glob::*; //~ unused_imports glob import //~ unused_imports unused import: `by_glob::*`
mod nameless {
    pub trait T {}
    pub(crate) mod inner {
        pub(crate) use super::T as _; //~ unused_imports unused import: `super::T as _`
    }
    pub(crate) enum Choice {
        A,
    }
}
pub use nameless::inner::*; //~ unused_imports glob import //~ unused_imports unused import: `nameless::inner::*`
pub use nameless::Choice::*; //~ unused_imports glob import //~ unused_imports unused import: `nameless::Choice::*`
mod outer {
    pub mod middle {
        mod low {
            pub(super) struct InMiddle;
            pub(in crate::outer) struct InOuter;
            struct Hidden;
        }
        mod lower {
            pub(super) struct OnlyMiddle;
            struct Hidden;
        }
        pub use self::low::*; //~ unused_imports glob import //~ unused_imports unused import: `self::low::*`
        pub(crate) use self::lower::*;
        //~^ unused_imports glob import doesn't reexport anything with visibility `pub(crate)`
        //~^^ unused_imports unused import: `self::lower::*`
        pub(super) use self::low::*; //~ unused_imports unused import: `self::low::*`
        pub(in crate::outer) use self::lower::*;
        //~^ unused_imports glob import doesn't reexport anything with visibility `pub(in crate::outer)`
        //~^^ unused_imports unused import: `self::lower::*`
    }
}
mod shadowed {
    pub struct Own;
    pub(crate) struct Other;
}
pub use shadowed::*; //~ unused_imports unused import: `shadowed::*`
pub struct Own;
#[allow(unused_imports)]
pub use crate_only::*;
mod hidden {
    struct Hidden;
}
pub use hidden::*; //~ unused_imports unused import: `hidden::*`
