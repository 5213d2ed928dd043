//! Conversions. Those between numbers stand in the numbers' files.

#[lang = "from"]
#[const_conditional] pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

#[const_conditional] pub trait Into<T>: Sized {
    fn into(self) -> T;
}

impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U { U::from(self) }
}
impl<T> From<T> for T {
    fn from(value: T) -> T { value }
}

#[const_conditional] pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

#[const_conditional] pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}

impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;
    fn try_into(self) -> Result<U, U::Error> { U::try_from(self) }
}

/// The error of what cannot fail.
pub enum Infallible {}

written! { Debug Infallible: self _f match *self {}; Display Infallible: self _f match *self {}; }
copied! { [] Infallible }
compared_as! { Infallible: x => { let none: () = match *x {}; none }; }

impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;
    fn try_from(value: U) -> Result<T, Infallible> { Ok(value.into()) }
}

views! {
    AsRef as_ref:
    [T: ?Sized + AsRef<U>, U: ?Sized] &T => U: self (**self).as_ref();
    [T: ?Sized + AsRef<U>, U: ?Sized] &mut T => U: self (**self).as_ref();
    [T] [T] => [T]: self self;
    [T, const N: usize] [T; N] => [T]: self self;
    [] str => str: self self;
    [] str => [u8]: self self.as_bytes();
}
views! {
    mut AsMut as_mut:
    [T: ?Sized + AsMut<U>, U: ?Sized] &mut T => U: self (**self).as_mut();
    [T] [T] => [T]: self self;
    [T, const N: usize] [T; N] => [T]: self self;
}

pub const fn identity<T>(x: T) -> T { x }
