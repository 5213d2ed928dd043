// A later version of the library may implement its traits for more types, but for those of this crate.
use core::ops::DerefMut;
pub trait Changed {}
impl<T: DerefMut> Changed for T {}
impl<U> Changed for &U {} //~ E0119 conflicting implementations of trait `Changed` for type `&_`
pub struct Own;
pub trait Copied {}
impl<T: Copy> Copied for T {}
impl Copied for Own {}
pub trait Shown {}
impl<T: Copy> Shown for T {}
impl Shown for str {}
impl From<()> for Own {
    fn from(_: ()) -> Own {
        Own
    }
}
impl<I: Iterator<Item = ()>> From<I> for Own { //~ E0119 conflicting implementations of trait `From<()>` for type `Own`
    fn from(_: I) -> Own {
        Own
    }
}
