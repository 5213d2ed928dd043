// Macros are used where they are called, and what they write uses imports.
#![allow(dead_code)]
mod a {
    pub struct X;
    pub struct Y;
    pub fn f() {}
    macro_rules! shown {
        () => {};
    }
    pub(crate) use shown;
}
use a::X;
use a::f;
use a::shown;
macro_rules! calls {
    ($t:ty) => {
        f();
        let _: Option<$t> = None;
    };
}
shown!();
pub fn uses() {
    calls!(X);
}
macro_rules! imports {
    ($n:ident) => {
        use a::X as X1; //~ unused_imports unused import: `a::X as X1`
        use a::{X as X2, Y as $n}; //~ unused_imports unused imports: `X as X2` and `Y as $n`
    };
}
imports!(Q);
macro_rules! whole {
    ($i:item) => {
        $i
    };
}
whole! { use a::Y as Y1; } //~ unused_imports unused import: `a::Y as Y1`
macro_rules! used_by_caller {
    () => {
        use a::Y as Y2;
    };
}
used_by_caller!();
pub fn takes(_: Y2) {}
