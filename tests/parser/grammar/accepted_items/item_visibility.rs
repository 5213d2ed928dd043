//@ edition: 2021
// Visibilities on every sort of thing.
pub fn a() {}
pub(crate) fn b() {}
pub(self) fn c() {}
pub(super) fn d() {}
pub(in crate) fn e() {}
pub(in crate::a::b) fn f() {}
pub(in self) fn g() {}
pub(in super::super) fn h() {}
pub(in a::b) fn i() {}
pub(in ::a) fn j() {}
pub struct K(pub u8, pub(crate) u8, pub(in a) u8, pub (u8), pub (crate::L), pub (self::L));
pub(crate) mod l {}
pub use m::n;
pub trait O {}
pub macro q() {}
