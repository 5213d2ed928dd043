//! An integer whose operators wrap.

use crate::fmt::{Debug, Display};
use crate::intrinsics as i;
use crate::num::Int;
use crate::ops::*;

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Wrapping<T>(pub T);

impl<T: Debug> Debug for Wrapping<T> {}
impl<T: Display> Display for Wrapping<T> {}

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
impl<T: Int> AddAssign<T> for Wrapping<T> { fn add_assign(&mut self, o: T) { *self = *self + Wrapping(o); } }
impl<T: Int> Add<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn add(self, o: &Wrapping<T>) -> Wrapping<T> { self + *o } }
impl<T: Int> SubAssign<T> for Wrapping<T> { fn sub_assign(&mut self, o: T) { *self = *self - Wrapping(o); } }
impl<T: Int> Sub<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn sub(self, o: &Wrapping<T>) -> Wrapping<T> { self - *o } }
impl<T: Int> MulAssign<T> for Wrapping<T> { fn mul_assign(&mut self, o: T) { *self = *self * Wrapping(o); } }
impl<T: Int> Mul<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn mul(self, o: &Wrapping<T>) -> Wrapping<T> { self * *o } }
impl<T: Int> DivAssign<T> for Wrapping<T> { #[track_caller] fn div_assign(&mut self, o: T) { *self = *self / Wrapping(o); } }
impl<T: Int> Div<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn div(self, o: &Wrapping<T>) -> Wrapping<T> { self / *o } }
impl<T: Int> RemAssign<T> for Wrapping<T> { #[track_caller] fn rem_assign(&mut self, o: T) { *self = *self % Wrapping(o); } }
impl<T: Int> Rem<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; #[track_caller] fn rem(self, o: &Wrapping<T>) -> Wrapping<T> { self % *o } }
impl<T: Int> BitAndAssign<T> for Wrapping<T> { fn bitand_assign(&mut self, o: T) { *self = *self & Wrapping(o); } }
impl<T: Int> BitAnd<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn bitand(self, o: &Wrapping<T>) -> Wrapping<T> { self & *o } }
impl<T: Int> BitOrAssign<T> for Wrapping<T> { fn bitor_assign(&mut self, o: T) { *self = *self | Wrapping(o); } }
impl<T: Int> BitOr<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn bitor(self, o: &Wrapping<T>) -> Wrapping<T> { self | *o } }
impl<T: Int> BitXorAssign<T> for Wrapping<T> { fn bitxor_assign(&mut self, o: T) { *self = *self ^ Wrapping(o); } }
impl<T: Int> BitXor<&Wrapping<T>> for Wrapping<T> { type Output = Wrapping<T>; fn bitxor(self, o: &Wrapping<T>) -> Wrapping<T> { self ^ *o } }
impl<T: Int> Not for Wrapping<T> { type Output = Wrapping<T>; fn not(self) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_sub(i::wrapping_neg(self.0), T::ONE) }) } }
impl<T: Int> Neg for Wrapping<T> { type Output = Wrapping<T>; fn neg(self) -> Wrapping<T> { Wrapping(unsafe { i::wrapping_neg(self.0) }) } }
impl<T: Int> crate::iter::Sum for Wrapping<T> {
    fn sum<I: Iterator<Item = Wrapping<T>>>(iter: I) -> Wrapping<T> {
        iter.fold(Wrapping(T::ZERO), |a, b| a + b)
    }
}
impl<T: Int> crate::iter::Product for Wrapping<T> {
    fn product<I: Iterator<Item = Wrapping<T>>>(iter: I) -> Wrapping<T> {
        iter.fold(Wrapping(T::ONE), |a, b| a * b)
    }
}
impl<T> Wrapping<T> {
    pub const fn reverse_bits(self) -> Wrapping<T>
    where
        T: Int,
    {
        Wrapping(unsafe { i::bitreverse(self.0) })
    }
}
