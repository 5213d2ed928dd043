// What can be reached from outside: by public modules and imports, by types of what is public, by attributes.
mod private {
    pub fn by_import() {}
    pub fn by_glob_of_other() {} //~ dead_code function `by_glob_of_other` is never used
    pub fn not_imported() {} //~ dead_code function `not_imported` is never used
    pub(crate) fn of_crate() {} //~ dead_code function `of_crate` is never used
    pub struct InSignature {
        pub a: u32,
        b: u32, //~ dead_code field `b` is never read
    }
    pub fn makes() -> InSignature {
        InSignature { a: 1, b: 2 }
    }
    impl InSignature {
        pub fn public(&self) {}
        fn own(&self) {} //~ dead_code method `own` is never used
    }
    pub trait Extends { //~ dead_code trait `Extends` is never used
        fn extended(&self);
    }
    impl Extends for u32 {
        fn extended(&self) {
            super::by_extended()
        }
    }
    pub struct NotReached { //~ dead_code struct `NotReached` is never constructed
        pub z: u32,
    }
    impl NotReached {
        pub fn of_dead(&self) {} //~ dead_code method `of_dead` is never used
    }
}
fn by_extended() {} //~ dead_code function `by_extended` is never used
pub use private::by_import;
pub use private::makes;

mod globbed {
    pub fn a() {}
    pub struct S {
        pub x: u32,
        y: u32, //~ dead_code field `y` is never read
    }
    fn own() {} //~ dead_code function `own` is never used
    pub mod further {
        pub fn b() {}
    }
    pub enum E {
        V { f: u32 },
    }
}
pub use globbed::*;

pub mod public {
    pub fn a() {}
    fn b() {} //~ dead_code function `b` is never used
    mod inner {
        pub fn c() {} //~ dead_code function `c` is never used
    }
    pub(super) fn d() {} //~ dead_code function `d` is never used
    pub struct P(pub u32, u32); //~ dead_code field `1` is never read
}

mod with_variants {
    pub enum E {
        A,
        B(u32),
    }
}
pub use with_variants::E as Renamed;

pub trait Public {
    fn required(&self);
    fn provided(&self) {
        by_provided()
    }
}
fn by_provided() {}
impl Public for Hidden {
    fn required(&self) {
        by_required()
    }
}
struct Hidden; //~ dead_code struct `Hidden` is never constructed
fn by_required() {} //~ dead_code function `by_required` is never used

#[unsafe(no_mangle)]
fn not_mangled() {
    by_not_mangled()
}
fn by_not_mangled() {}
#[unsafe(export_name = "other")]
extern "C" fn named() {}

pub fn as_trait() -> impl Public2 {
    OfImpl
}
pub trait Public2 {}
struct OfImpl;
impl Public2 for OfImpl {}
pub struct Generic<T>(pub T);
impl Generic<InHead> {
    pub fn of_head() {}
}
struct InHead;
