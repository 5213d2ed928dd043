//! What numbers share.

pub use crate::num_non_zero::*;
pub use crate::num_saturating::Saturating;
pub use crate::num_wrapping::Wrapping;

use crate::iter::{Iterator, Product, Sum};
use crate::ops::*;

/// Numbers; what they do alike is implemented once. ZERO is what a sum begins with: -0.0 of floats.
#[doc(hidden)]
pub trait Num: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Rem<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
}

/// Integers.
#[doc(hidden)]
pub trait Int: Num + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {}

/// What one may shift by. The count keeps its last six bits, and is over 127 where it is none for any type.
#[doc(hidden)]
pub trait ShiftCount: Copy {
    fn shift_count(self) -> u32;
}

impl<T: ShiftCount> ShiftCount for &T {
    fn shift_count(self) -> u32 {
        (*self).shift_count()
    }
}

impl<T: Num> Sum for T {
    #[track_caller]
    fn sum<I: Iterator<Item = T>>(iter: I) -> T {
        let mut all = T::ZERO;
        for x in iter {
            all = all + x;
        }
        all
    }
}
impl<'a, T: 'a + Num> Sum<&'a T> for T {
    #[track_caller]
    fn sum<I: Iterator<Item = &'a T>>(iter: I) -> T {
        let mut all = T::ZERO;
        for x in iter {
            all = all + *x;
        }
        all
    }
}
impl<T: Num> Product for T {
    #[track_caller]
    fn product<I: Iterator<Item = T>>(iter: I) -> T {
        let mut all = T::ONE;
        for x in iter {
            all = all * x;
        }
        all
    }
}
impl<'a, T: 'a + Num> Product<&'a T> for T {
    #[track_caller]
    fn product<I: Iterator<Item = &'a T>>(iter: I) -> T {
        let mut all = T::ONE;
        for x in iter {
            all = all * *x;
        }
        all
    }
}

impl<T: Num> Add<&T> for T { type Output = T; #[track_caller] fn add(self, o: &T) -> T { self + *o } }
impl<T: Num> Add<T> for &T { type Output = T; #[track_caller] fn add(self, o: T) -> T { *self + o } }
impl<T: Num> Add<&T> for &T { type Output = T; #[track_caller] fn add(self, o: &T) -> T { *self + *o } }
impl<T: Num> AddAssign<&T> for T { #[track_caller] fn add_assign(&mut self, o: &T) { *self = *self + *o; } }
impl<T: Num> Sub<&T> for T { type Output = T; #[track_caller] fn sub(self, o: &T) -> T { self - *o } }
impl<T: Num> Sub<T> for &T { type Output = T; #[track_caller] fn sub(self, o: T) -> T { *self - o } }
impl<T: Num> Sub<&T> for &T { type Output = T; #[track_caller] fn sub(self, o: &T) -> T { *self - *o } }
impl<T: Num> SubAssign<&T> for T { #[track_caller] fn sub_assign(&mut self, o: &T) { *self = *self - *o; } }
impl<T: Num> Mul<&T> for T { type Output = T; #[track_caller] fn mul(self, o: &T) -> T { self * *o } }
impl<T: Num> Mul<T> for &T { type Output = T; #[track_caller] fn mul(self, o: T) -> T { *self * o } }
impl<T: Num> Mul<&T> for &T { type Output = T; #[track_caller] fn mul(self, o: &T) -> T { *self * *o } }
impl<T: Num> MulAssign<&T> for T { #[track_caller] fn mul_assign(&mut self, o: &T) { *self = *self * *o; } }
impl<T: Num> Div<&T> for T { type Output = T; #[track_caller] fn div(self, o: &T) -> T { self / *o } }
impl<T: Num> Div<T> for &T { type Output = T; #[track_caller] fn div(self, o: T) -> T { *self / o } }
impl<T: Num> Div<&T> for &T { type Output = T; #[track_caller] fn div(self, o: &T) -> T { *self / *o } }
impl<T: Num> DivAssign<&T> for T { #[track_caller] fn div_assign(&mut self, o: &T) { *self = *self / *o; } }
impl<T: Num> Rem<&T> for T { type Output = T; #[track_caller] fn rem(self, o: &T) -> T { self % *o } }
impl<T: Num> Rem<T> for &T { type Output = T; #[track_caller] fn rem(self, o: T) -> T { *self % o } }
impl<T: Num> Rem<&T> for &T { type Output = T; #[track_caller] fn rem(self, o: &T) -> T { *self % *o } }
impl<T: Num> RemAssign<&T> for T { #[track_caller] fn rem_assign(&mut self, o: &T) { *self = *self % *o; } }
impl<T: Int> BitAnd<&T> for T { type Output = T; #[track_caller] fn bitand(self, o: &T) -> T { self & *o } }
impl<T: Int> BitAnd<T> for &T { type Output = T; #[track_caller] fn bitand(self, o: T) -> T { *self & o } }
impl<T: Int> BitAnd<&T> for &T { type Output = T; #[track_caller] fn bitand(self, o: &T) -> T { *self & *o } }
impl<T: Int> BitAndAssign<&T> for T { #[track_caller] fn bitand_assign(&mut self, o: &T) { *self = *self & *o; } }
impl<T: Int> BitOr<&T> for T { type Output = T; #[track_caller] fn bitor(self, o: &T) -> T { self | *o } }
impl<T: Int> BitOr<T> for &T { type Output = T; #[track_caller] fn bitor(self, o: T) -> T { *self | o } }
impl<T: Int> BitOr<&T> for &T { type Output = T; #[track_caller] fn bitor(self, o: &T) -> T { *self | *o } }
impl<T: Int> BitOrAssign<&T> for T { #[track_caller] fn bitor_assign(&mut self, o: &T) { *self = *self | *o; } }
impl<T: Int> BitXor<&T> for T { type Output = T; #[track_caller] fn bitxor(self, o: &T) -> T { self ^ *o } }
impl<T: Int> BitXor<T> for &T { type Output = T; #[track_caller] fn bitxor(self, o: T) -> T { *self ^ o } }
impl<T: Int> BitXor<&T> for &T { type Output = T; #[track_caller] fn bitxor(self, o: &T) -> T { *self ^ *o } }
impl<T: Int> BitXorAssign<&T> for T { #[track_caller] fn bitxor_assign(&mut self, o: &T) { *self = *self ^ *o; } }

/// Integers that a float may become.
#[doc(hidden)]
pub trait FloatToInt<Int> {
    fn to_int(self) -> Int;
}

/// Kinds of floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

/// A number that the other type does not have.
#[derive(Debug)]
pub struct TryFromIntError(pub(crate) ());

impl crate::fmt::Display for TryFromIntError {}
impl Clone for TryFromIntError {
    fn clone(&self) -> TryFromIntError {
        TryFromIntError(())
    }
}
impl Copy for TryFromIntError {}
impl PartialEq for TryFromIntError {
    fn eq(&self, _other: &TryFromIntError) -> bool {
        true
    }
}
impl Eq for TryFromIntError {}

/// Why a text is no integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum IntErrorKind {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}

/// A text that is no integer of the type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseIntError {
    pub(crate) kind: IntErrorKind,
}

impl ParseIntError {
    pub const fn kind(&self) -> &IntErrorKind {
        &self.kind
    }
}
impl crate::fmt::Display for ParseIntError {}
