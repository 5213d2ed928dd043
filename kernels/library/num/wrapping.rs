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

/// An operator, its assigning forms, and that of a reference. `track_caller`: it may panic, and says where.
macro_rules! operator {
    ($trait:ident $method:ident $op:tt $assign:ident $assign_method:ident $($track:ident)?, $x:ident $y:ident $value:expr) => {
        impl<T: Int> $trait for Wrapping<T> {
            type Output = Wrapping<T>;
            $(#[$track])?
            fn $method(self, o: Wrapping<T>) -> Wrapping<T> { let ($x, $y) = (self.0, o.0); Wrapping($value) }
        }
        impl<T: Int> $assign for Wrapping<T> {
            $(#[$track])?
            fn $assign_method(&mut self, o: Wrapping<T>) { *self = *self $op o; }
        }
        impl<T: Int> $assign<T> for Wrapping<T> {
            $(#[$track])?
            fn $assign_method(&mut self, o: T) { *self = *self $op Wrapping(o); }
        }
        impl<T: Int> $trait<&Wrapping<T>> for Wrapping<T> {
            type Output = Wrapping<T>;
            $(#[$track])?
            fn $method(self, o: &Wrapping<T>) -> Wrapping<T> { self $op *o }
        }
    };
}
operator! { Add add + AddAssign add_assign, x y unsafe { i::wrapping_add(x, y) } }
operator! { Sub sub - SubAssign sub_assign, x y unsafe { i::wrapping_sub(x, y) } }
operator! { Mul mul * MulAssign mul_assign, x y unsafe { i::wrapping_mul(x, y) } }
operator! { Div div / DivAssign div_assign track_caller, x y x / y }
operator! { Rem rem % RemAssign rem_assign track_caller, x y x % y }
operator! { BitAnd bitand & BitAndAssign bitand_assign, x y x & y }
operator! { BitOr bitor | BitOrAssign bitor_assign, x y x | y }
operator! { BitXor bitxor ^ BitXorAssign bitxor_assign, x y x ^ y }

macro_rules! shift {
    ($trait:ident $method:ident $assign:ident $assign_method:ident $wrapping:ident) => {
        impl<T: Int> $trait<usize> for Wrapping<T> {
            type Output = Wrapping<T>;
            fn $method(self, o: usize) -> Wrapping<T> { Wrapping(unsafe { i::$wrapping(self.0, o as u32) }) }
        }
        impl<T: Int> $assign<usize> for Wrapping<T> {
            fn $assign_method(&mut self, o: usize) { self.0 = unsafe { i::$wrapping(self.0, o as u32) }; }
        }
    };
}
shift! { Shl shl ShlAssign shl_assign wrapping_shl }
shift! { Shr shr ShrAssign shr_assign wrapping_shr }
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
