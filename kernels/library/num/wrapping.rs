//! An integer whose operators wrap.

use crate::common::{Debug, Display, i};
use crate::num::Int;
use crate::ops::*;

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Wrapping<T>(pub T);

written! { [T: Debug] Debug Wrapping<T>: self f self.0.fmt(f); [T: Display] Display Wrapping<T>: self f self.0.fmt(f); }

/// The operators of a reference.
macro_rules! by_reference {
    ($($trait:ident $method:ident $op:tt $($track:ident)?;)*) => {$(
        impl<T: Int> $trait<&Wrapping<T>> for Wrapping<T> {
            type Output = Wrapping<T>;
            $(#[$track])?
            fn $method(self, o: &Wrapping<T>) -> Wrapping<T> { self $op *o }
        }
    )*};
}
by_reference! {
    Add add +; Sub sub -; Mul mul *; Div div / track_caller; Rem rem % track_caller;
    BitAnd bitand &; BitOr bitor |; BitXor bitxor ^;
}

operator! { Wrapping<Int>: Add add + AddAssign add_assign, x y unsafe { i::wrapping_add(x, y) } }
operator! { Wrapping<Int>: Sub sub - SubAssign sub_assign, x y unsafe { i::wrapping_sub(x, y) } }
operator! { Wrapping<Int>: Mul mul * MulAssign mul_assign, x y unsafe { i::wrapping_mul(x, y) } }
operator! { Wrapping<Int>: Div div / DivAssign div_assign track_caller, x y x / y }
operator! { Wrapping<Int>: Rem rem % RemAssign rem_assign track_caller, x y x % y }
operator! { Wrapping<Int>: BitAnd bitand & BitAndAssign bitand_assign, x y x & y }
operator! { Wrapping<Int>: BitOr bitor | BitOrAssign bitor_assign, x y x | y }
operator! { Wrapping<Int>: BitXor bitxor ^ BitXorAssign bitxor_assign, x y x ^ y }

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
unary! {
    [T: Int] Not not Wrapping<T> => Wrapping<T>:
        self { Wrapping(unsafe { i::wrapping_sub(i::wrapping_neg(self.0), T::ONE) }) }
    [T: Int] Neg neg Wrapping<T> => Wrapping<T>: self { Wrapping(unsafe { i::wrapping_neg(self.0) }) }
}
impl<T> Wrapping<T> {
    fns! { [pub const fn] reverse_bits(self) -> Self [where T: Int] { Wrapping(unsafe { i::bitreverse(self.0) }) } }
}
