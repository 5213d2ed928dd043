//! What errors are alike in.

use crate::common::{Debug, Display, i};

pub trait Error: Debug + Display {
    fn source(&self) -> Option<&(dyn Error + 'static)> { None }
    fn description(&self) -> &str { "description() is deprecated; use Display" }
    fn cause(&self) -> Option<&dyn Error> { self.source() }
    fn __type_id(&self) -> u64
    where
        Self: 'static,
    {
        unsafe { i::type_id::<Self>() }
    }
}
impl<'a, T: Error + ?Sized> Error for &'a T {
    fn source(&self) -> Option<&(dyn Error + 'static)> { T::source(&**self) }
    fn description(&self) -> &str { T::description(&**self) }
    fn cause(&self) -> Option<&dyn Error> { T::cause(&**self) }
}

macro_rules! errors { ($($of:ty),*) => { $(impl Error for $of {})* }; }
errors! {
    !, crate::convert::Infallible, crate::array::TryFromSliceError, crate::cell::BorrowError,
    crate::cell::BorrowMutError, crate::char::CharTryFromError, crate::char::DecodeUtf16Error,
    crate::char::ParseCharError, crate::char::TryFromCharError, crate::ffi::FromBytesUntilNulError,
    crate::ffi::FromBytesWithNulError,
    crate::fmt::Error, crate::num::ParseFloatError, crate::num::ParseIntError, crate::num::TryFromIntError,
    crate::slice::GetDisjointMutError, crate::str::ParseBoolError, crate::str::Utf8Error,
    crate::time::TryFromFloatSecsError
}

macro_rules! downcasts {
    ($($any:ty),*) => {$(
        impl $any {
            pub fn is<T: Error + 'static>(&self) -> bool { self.__type_id() == unsafe { i::type_id::<T>() } }
            pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T> {
                if self.is::<T>() { Some(unsafe { &*(self as *const $any as *const T) }) } else { None }
            }
            pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T> {
                if self.is::<T>() { Some(unsafe { &mut *(self as *mut $any as *mut T) }) } else { None }
            }
        }
    )*};
}
downcasts! { dyn Error, dyn Error + Send, dyn Error + Send + Sync }
