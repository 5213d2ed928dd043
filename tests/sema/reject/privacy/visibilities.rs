// The path of a visibility leads to a module around the place that is known there already.
pub(in nowhere) struct Relative; //~ - relative paths are not supported in visibilities in 2018 edition or later
pub(in crate::nowhere) struct Missing; //~ E0433 cannot find `nowhere` in `crate`
pub(super) struct AboveRoot; //~ E0433 too many leading `super` keywords
pub(in ::core) struct OfCrate; //~ E0742 visibilities can only be restricted to ancestor modules
pub enum Kind {
    Only,
}
pub(in crate::Kind) struct OfEnum; //~ E0577 expected module, found enum `crate::Kind`
pub mod before {}
pub mod outer {
    pub(in crate::outer) struct Good;
    pub(in self) struct Own;
    pub(crate) struct Wide(pub(in crate::before) u32); //~ E0742 visibilities can only be restricted to ancestor modules
    pub mod inner {
        pub(in super::super) fn up() {}
        pub(in super::super::super) fn too_far() {} //~ E0433 too many leading `super` keywords
        impl super::Good {
            pub(in crate::outer) fn good() {}
            pub(in crate::behind) fn late() {} //~ E0433 cannot find `behind` in `crate`
        }
    }
}
pub mod behind {}
