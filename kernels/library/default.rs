//! Values to begin with.

#[const_conditional] pub trait Default: Sized {
    fn default() -> Self;
}

macro_rules! default {
    ($([$($generic:tt)*] $of:ty: $value:expr;)*) => {$(
        impl<$($generic)*> Default for $of { fn default() -> Self { $value } }
    )*};
}
default! {
    [T] *const T: crate::ptr::null();
    [T] *mut T: crate::ptr::null_mut();
    [T] &[T]: &[];
    [T] &mut [T]: &mut [];
    [] &str: "";
}
