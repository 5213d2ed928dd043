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
/// Traits, whether they are those of a radix, and the letters of their options.
macro_rules! traits {
    ($($(#[$lang:meta])? $trait:ident $numbers:ident $letter:literal)*) => {$(
        $(#[$lang])?
        pub trait $trait { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
        written! {
            [T: ?Sized + $trait] $trait &T: self f $trait::fmt(&**self, f);
            [T: ?Sized + $trait] $trait &mut T: self f $trait::fmt(&**self, f);
            [T: Int + $trait] $trait NonZero<T>: self f $trait::fmt(&self.get(), f);
        }
        shown! { $numbers $trait $letter }
    )*};
}
macro_rules! shown {
    (radix $trait:ident $letter:literal) => {
        shown! { @ $trait $letter, i8: u8 u8 i16: u16 u16 i32: u32 u32 i64: u64 u64 i128: u128 u128 isize: usize usize }
        written! {
            [T: $trait] $trait Wrapping<T>: self f $trait::fmt(&self.0, f);
            [T: $trait] $trait Saturating<T>: self f $trait::fmt(&self.0, f);
        }
    };
    (exponent $trait:ident $letter:literal) => {
        shown! { @ $trait $letter, i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize f32 f64 }
    };
    (@ $trait:ident $letter:literal, $($of:ident $(: $unsigned:ident)?)*) => {
        written! { $($trait $of: self f shown_as(f, $letter, *self $(as $unsigned)?);)* }
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
#[lang = "pointer"] pub trait Pointer { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
written! {
    [T: ?Sized] Pointer *const T: self f Debug::fmt(self, f);
    [T: ?Sized] Pointer *mut T: self f Debug::fmt(self, f);
    [T: ?Sized] Pointer &T: self f Debug::fmt(&(*self as *const T), f);
    [T: ?Sized] Pointer &mut T: self f Debug::fmt(&(&**self as *const T), f);
    [T: ?Sized] Pointer NonNull<T>: self f Debug::fmt(&self.as_ptr(), f);
}
