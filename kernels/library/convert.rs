//! Conversions. Those between numbers stand in the numbers' files.


#[lang = "from"]
#[const_conditional] pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

#[const_conditional] pub trait Into<T>: Sized {
    fn into(self) -> T;
}

impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U {
        U::from(self)
    }
}
impl<T> From<T> for T {
    fn from(value: T) -> T {
        value
    }
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
    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

/// The error of what cannot fail.
pub enum Infallible {}

impl crate::fmt::Debug for Infallible {}
impl Clone for Infallible {
    fn clone(&self) -> Infallible {
        *self
    }
}
impl Copy for Infallible {}
impl PartialEq for Infallible {
    fn eq(&self, _: &Infallible) -> bool {
        match *self {}
    }
}
impl Eq for Infallible {}
impl PartialOrd for Infallible {
    fn partial_cmp(&self, _: &Infallible) -> Option<crate::cmp::Ordering> {
        match *self {}
    }
}
impl Ord for Infallible {
    fn cmp(&self, _: &Infallible) -> crate::cmp::Ordering {
        match *self {}
    }
}
impl crate::hash::Hash for Infallible {
    fn hash<H: crate::hash::Hasher>(&self, _: &mut H) {
        match *self {}
    }
}

impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;
    fn try_from(value: U) -> Result<T, Infallible> {
        Ok(value.into())
    }
}

#[const_conditional] pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}

#[const_conditional] pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: ?Sized + AsMut<U>, U: ?Sized> AsMut<U> for &mut T {
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}
impl<T> AsRef<[T]> for [T] {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T> AsMut<[T]> for [T] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

pub const fn identity<T>(x: T) -> T {
    x
}
