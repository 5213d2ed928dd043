//! What numbers share.

use crate::intrinsics as i;
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

/// An integer whose operators wrap.
#[repr(transparent)]
pub struct Wrapping<T>(pub T);

impl<T: Clone> Clone for Wrapping<T> {
    fn clone(&self) -> Wrapping<T> {
        Wrapping(self.0.clone())
    }
}
impl<T: Copy> Copy for Wrapping<T> {}
impl<T: PartialEq> PartialEq for Wrapping<T> {
    fn eq(&self, other: &Wrapping<T>) -> bool {
        self.0 == other.0
    }
}
impl<T: Eq> Eq for Wrapping<T> {}
impl<T: crate::fmt::Debug> crate::fmt::Debug for Wrapping<T> {}
impl<T: Default> Default for Wrapping<T> {
    fn default() -> Wrapping<T> {
        Wrapping(T::default())
    }
}

impl<T: Int> Add for Wrapping<T> { type Output = Wrapping<T>; fn add(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_add(self.0, o.0) }) } }
impl<T: Int> AddAssign for Wrapping<T> { fn add_assign(&mut self, o: Wrapping<T>) { self.0 = unsafe { i::wrapping_add(self.0, o.0) }; } }
impl<T: Int> Sub for Wrapping<T> { type Output = Wrapping<T>; fn sub(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_sub(self.0, o.0) }) } }
impl<T: Int> SubAssign for Wrapping<T> { fn sub_assign(&mut self, o: Wrapping<T>) { self.0 = unsafe { i::wrapping_sub(self.0, o.0) }; } }
impl<T: Int> Mul for Wrapping<T> { type Output = Wrapping<T>; fn mul(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_mul(self.0, o.0) }) } }
impl<T: Int> MulAssign for Wrapping<T> { fn mul_assign(&mut self, o: Wrapping<T>) { self.0 = unsafe { i::wrapping_mul(self.0, o.0) }; } }
impl<T: Int> Div for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn div(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(self.0 / o.0) } }
impl<T: Int> DivAssign for Wrapping<T> { #[track_caller] fn div_assign(&mut self, o: Wrapping<T>) { self.0 = self.0 / o.0; } }
impl<T: Int> Rem for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn rem(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(self.0 % o.0) } }
impl<T: Int> RemAssign for Wrapping<T> { #[track_caller] fn rem_assign(&mut self, o: Wrapping<T>) { self.0 = self.0 % o.0; } }
impl<T: Int> BitAnd for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn bitand(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(self.0 & o.0) } }
impl<T: Int> BitAndAssign for Wrapping<T> { #[track_caller] fn bitand_assign(&mut self, o: Wrapping<T>) { self.0 = self.0 & o.0; } }
impl<T: Int> BitOr for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn bitor(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(self.0 | o.0) } }
impl<T: Int> BitOrAssign for Wrapping<T> { #[track_caller] fn bitor_assign(&mut self, o: Wrapping<T>) { self.0 = self.0 | o.0; } }
impl<T: Int> BitXor for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn bitxor(self, o: Wrapping<T>) -> Wrapping<T> { Wrapping(self.0 ^ o.0) } }
impl<T: Int> BitXorAssign for Wrapping<T> { #[track_caller] fn bitxor_assign(&mut self, o: Wrapping<T>) { self.0 = self.0 ^ o.0; } }
impl<T: Int> Shl<usize> for Wrapping<T> { type Output = Wrapping<T>; fn shl(self, o: usize) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_shl(self.0, o as u32) }) } }
impl<T: Int> ShlAssign<usize> for Wrapping<T> { fn shl_assign(&mut self, o: usize) { self.0 = unsafe { i::wrapping_shl(self.0, o as u32) }; } }
impl<T: Int> Shr<usize> for Wrapping<T> { type Output = Wrapping<T>; fn shr(self, o: usize) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_shr(self.0, o as u32) }) } }
impl<T: Int> ShrAssign<usize> for Wrapping<T> { fn shr_assign(&mut self, o: usize) { self.0 = unsafe { i::wrapping_shr(self.0, o as u32) }; } }
