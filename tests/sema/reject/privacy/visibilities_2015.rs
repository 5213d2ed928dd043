// edition 2015
// A path begins at the root of the crate there.
pub(in nowhere) struct Missing; //~ E0433 cannot find module or crate `nowhere` in the crate root
pub(in crate::nowhere) struct Deeper; //~ E0433 cannot find module or crate `nowhere` in `crate`
pub mod outer {
    pub(in outer) struct Good {
        pub(in nothing) x: u32, //~ E0433 cannot find module or crate `nothing` in the crate root
    }
}
