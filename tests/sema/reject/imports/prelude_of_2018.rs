// edition 2018
// The prelude of edition 2018 has no TryFrom and TryInto, so that a trait's own method of that name is the only one.
pub trait OwnInto<U> {
    fn try_into(self) -> Result<U, ()>;
}
impl OwnInto<u8> for u16 {
    fn try_into(self) -> Result<u8, ()> {
        Ok(self as u8)
    }
}
pub fn own(x: u16) -> u8 {
    let y: Result<u8, ()> = x.try_into();
    y.unwrap_or(0)
}
pub struct Small;
impl TryFrom<u16> for Small { //~ E0405 cannot find trait `TryFrom` in this scope
    type Error = ();
}
pub trait Broken {
    type Assoc;
    fn broken() -> Option<Self::Assoc>;
}
impl<T> Broken for T {
    type Assoc = ();
    fn broken() -> Option<Self::Assoc> {
        None
    }
}
