// Raw names keep their r#, and names that a glob brings their module.
pub mod r#mod {
    pub struct r#struct { pub r#fn: u8, r#in: u8 }
    impl r#struct { fn r#loop(&self) {} pub fn r#while(&self) {} pub fn new() -> Self { loop {} } }
    pub fn r#for() {}
    fn r#priv() {}
    pub trait r#trait { fn r#ref(&self); type r#type; const r#const: u8; }
    pub enum r#enum { r#box { r#fn: u8 }, r#do(u8), r#final }
}
use r#mod::{r#enum, r#struct, r#trait};
pub fn a(s: r#struct) -> u8 { s.r#in } //~ E0616 field `r#in` of struct `r#struct` is private
pub fn b(s: r#struct) { s.r#loop(); } //~ E0624 method `r#loop` is private
pub fn c(s: r#struct) { s.r#macro(); s.r#fn(); }
//~^ E0599 no method named `r#macro` found for struct `r#struct` in the current scope
//~^^ E0599 no method named `r#fn` found for struct `r#struct` in the current scope
pub fn e(s: r#struct) { let r#struct { r#fn, r#fn: _, r#in: _ } = s; }
//~^ E0025 field `r#fn` bound multiple times in the pattern
pub fn f() -> r#struct { r#struct { r#fn: 1, r#fn: 2, r#in: 3 } } //~ E0062 field `r#fn` specified more than once
pub fn g(r#fn: u8) -> u32 { r#fn } //~ E0308 mismatched types
pub fn h(r#let: r#struct) { drop(r#let); drop(r#let); } //~ E0382 use of moved value: `let`
pub fn j(x: r#enum) -> u8 { match x { r#enum::r#box { r#fn } => r#fn, r#enum::r#do(a) => a } }
//~^ E0004 non-exhaustive patterns: `r#enum::final` not covered
pub fn k() -> r#enum { r#enum::r#loop }
//~^ E0599 no variant or associated item named `r#loop` found for enum `r#enum` in the current scope
pub fn l() { r#enum::r#do(1, 2); let r#enum::r#do(a, b) = k() else { return }; r#mod::r#for(1); }
//~^ E0061 this enum variant takes 1 argument but 2 arguments were supplied
//~^^ E0023 this pattern has 2 fields, but the corresponding tuple variant has 1 field
//~^^^ E0061 this function takes 0 arguments but 1 argument was supplied
struct Z;
fn o<T: r#trait>(x: T) {}
pub fn p() { o(1u8); o::<r#struct>(); }
//~^ E0277 the trait bound `u8: r#trait` is not satisfied
//~^^ E0061 this function takes 1 argument but 0 arguments were supplied
//~^^^ E0277 the trait bound `r#struct: r#trait` is not satisfied
pub fn q(x: &r#struct) { x.r#fn = 1; } //~ E0594 cannot assign to `x.fn`, which is behind a `&` reference
impl Z { const r#typeof: u8 = 1; fn t() { Self::r#typeof(); Z::r#unsized(); } }
//~^ E0618 expected function, found `u8`
//~^^ E0599 no function or associated item named `r#unsized` found for struct `Z` in the current scope
