//! The traits of {:x} and its like, of numbers and of what holds one.

use super::{Debug, Display, Formatter, Result};
use crate::num::{Int, NonZero, Saturating, Wrapping};
use crate::ptr::NonNull;

/// By the letter of a trait, as Formatter::options have it from bit 60 on.
fn shown_as<T: Display>(f: &mut Formatter<'_>, letter: u64, number: T) -> Result {
    let options = f.options;
    f.options = options & !(15 << 60) | letter << 60;
    let so_far = number.fmt(f);
    f.options = options;
    so_far
}
macro_rules! shows {
    ([$($generic:tt)*] $trait:ident $of:ty: $me:ident $f:ident $value:expr) => {
        impl<$($generic)*> $trait for $of { fn fmt(&$me, $f: &mut Formatter<'_>) -> Result { $value } }
    };
}
macro_rules! traits {
    ($($(#[$lang:meta])? $trait:ident $numbers:ident $letter:literal)*) => {$(
        $(#[$lang])?
        pub trait $trait { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
        shows! { [T: ?Sized + $trait] $trait &T: self f $trait::fmt(&**self, f) }
        shows! { [T: ?Sized + $trait] $trait &mut T: self f $trait::fmt(&**self, f) }
        $numbers! { $trait $letter }
    )*};
}
macro_rules! radix {
    ($trait:ident $letter:literal) => {
        radix! { $trait $letter, i8 u8 u8 u8 i16 u16 u16 u16 i32 u32 u32 u32 i64 u64 u64 u64 }
        radix! { $trait $letter, i128 u128 u128 u128 isize usize usize usize }
        shows! { [T: $trait] $trait Wrapping<T>: self f $trait::fmt(&self.0, f) }
        shows! { [T: $trait] $trait Saturating<T>: self f $trait::fmt(&self.0, f) }
        shows! { [T: Int + $trait] $trait NonZero<T>: self f $trait::fmt(&self.get(), f) }
    };
    ($trait:ident $letter:literal, $($of:ident $as:ident)*) => {
        $(shows! { [] $trait $of: self f shown_as(f, $letter, *self as $as) })*
    };
}
macro_rules! exponent {
    ($trait:ident $letter:literal) => {
        exponent! { $trait $letter, i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize f32 f64 }
        shows! { [T: Int + $trait] $trait NonZero<T>: self f $trait::fmt(&self.get(), f) }
    };
    ($trait:ident $letter:literal, $($of:ident)*) => {
        $(shows! { [] $trait $of: self f shown_as(f, $letter, *self) })*
    };
}
traits! {
    #[lang = "lower_hex"] LowerHex radix 2
    #[lang = "upper_hex"] UpperHex radix 4
    #[lang = "binary"] Binary radix 6
    #[lang = "octal"] Octal radix 8
    #[lang = "lower_exp"] LowerExp exponent 14
    #[lang = "upper_exp"] UpperExp exponent 15
}
#[lang = "pointer"]
pub trait Pointer { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
shows! { [T: ?Sized] Pointer *const T: self f Debug::fmt(self, f) }
shows! { [T: ?Sized] Pointer *mut T: self f Debug::fmt(self, f) }
shows! { [T: ?Sized] Pointer &T: self f Debug::fmt(&(*self as *const T), f) }
shows! { [T: ?Sized] Pointer &mut T: self f Debug::fmt(&(&**self as *const T), f) }
shows! { [T: ?Sized] Pointer NonNull<T>: self f Debug::fmt(&self.as_ptr(), f) }
