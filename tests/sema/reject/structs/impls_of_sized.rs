// An impl for types of known size is none for `Self` of a trait, and a shadowed trait lends no methods.
pub struct Victim<'a, T: Attacker + ?Sized> {
    value: u8,
    of: &'a T,
}
pub trait Get {
    fn get(self) -> u8;
}
impl<'a, T: Attacker> Get for Victim<'a, T> {
    fn get(self) -> u8 {
        self.value
    }
}
pub trait Attacker {
    fn getter<'a>(&'a self) -> Victim<'a, Self> {
        Victim { value: 0, of: self }
    }
    fn sized(&self) -> u8
    where
        Self: Sized,
    {
        self.getter().get()
    }
    fn trigger(&self) -> u8 {
        self.getter().get() //~ E0599
    }
}
mod one {
    pub trait Named {
        fn named(&self) {}
    }
    impl Named for () {}
}
mod two {
    pub use super::one::Named;
}
pub fn f() {
    use two::*;
    ().named();
}
pub fn g() {
    use two::*;
    struct Named;
    ().named() //~ E0599 no method named `named` found for unit type `()` in the current scope
}
pub enum Parts {
    Kind,
    Other,
}
pub trait HasKind {
    type Kind;
    fn kind(&self) -> Self::Kind;
}
impl HasKind for Parts {
    type Kind = u8;
    fn kind(&self) -> Self::Kind { //~ ambiguous_associated_items ambiguous associated item
        0
    }
}
#[allow(ambiguous_associated_items)]
impl HasKind for &Parts {
    type Kind = u8;
    fn kind(&self) -> <Self as HasKind>::Kind {
        0
    }
}
