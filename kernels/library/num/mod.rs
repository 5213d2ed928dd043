//! What numbers share.

/// Methods that are intrinsics of their name.
macro_rules! by_intrinsic {
    (@ $t:ident [$($kind:tt)*] ($($o:ident: $of:ty)?) $name:ident) => {
        $($kind)* $name(self $(, $o: $of)?) -> $t { unsafe { i::$name(self $(, $o)?) } }
    };
    ($t:ident: $($kind:tt $parameter:tt $($name:ident)*;)*) => {
        $($(by_intrinsic! { @ $t $kind $parameter $name })*)*
    };
}
/// Operators that the compiler knows of the type.
macro_rules! operators {
    ($t:ident: $(
        $(#[$about:meta])* $trait:ident $method:ident $op:tt $assign:ident $assign_method:ident $assign_op:tt;
    )*) => {$(
        impl $trait for $t { type Output = $t; $(#[$about])* fn $method(self, o: $t) -> $t { self $op o } }
        impl $assign for $t { $(#[$about])* fn $assign_method(&mut self, o: $t) { *self $assign_op o; } }
    )*};
}
/// An operator of a wrapper of numbers, and its assigning forms. `track_caller`: it may panic, and says where.
macro_rules! operator {
    (
        $name:ident<$of:ident>: $trait:ident $method:ident $op:tt $assign:ident $assign_method:ident $($track:ident)?,
        $x:ident $y:ident $value:expr
    ) => {
        impl<T: $of> $trait for $name<T> {
            type Output = $name<T>;
            $(#[$track])?
            fn $method(self, o: $name<T>) -> $name<T> { let ($x, $y) = (self.0, o.0); $name($value) }
        }
        impl<T: $of> $assign for $name<T> {
            $(#[$track])?
            fn $assign_method(&mut self, o: $name<T>) { *self = *self $op o; }
        }
        impl<T: $of> $assign<T> for $name<T> {
            $(#[$track])?
            fn $assign_method(&mut self, o: T) { *self = *self $op $name(o); }
        }
    };
}
/// What a number may become without loss.
macro_rules! from {
    ($($from:ident => $($to:ident)*;)*) => {$($(
        impl From<$from> for $to { fn from(x: $from) -> $to { x as $to } }
    )*)*};
}

mod ascii;
mod float;
pub(crate) mod float_parse;
mod int;
mod int_convert;
mod wide;
pub(crate) mod non_zero;
pub(crate) mod saturating;
pub(crate) mod wrapping;

pub use crate::num::float_parse::ParseFloatError;
pub use crate::num::non_zero::*;
pub use crate::num::saturating::Saturating;
pub use crate::num::wrapping::Wrapping;

use crate::iter::{Iterator, Product, Sum};
use crate::num::saturating::Unsigned;
use crate::ops::*;

/// Numbers; what they do alike is implemented once. ZERO is what a sum begins with: -0.0 of floats.
pub(crate) trait Num:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Rem<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
}

/// Integers.
pub(crate) trait Int: Num + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {}

/// What one may shift by. The count keeps its last six bits, or seven for 128-bit numbers, and is over 127 where it is
/// none for any type.
pub(crate) trait ShiftCount: Copy {
    fn shift_count(self) -> u32;
    fn wide_shift_count(self) -> u32;
}

impl<T: ShiftCount> ShiftCount for &T {
    fn shift_count(self) -> u32 { (*self).shift_count() }
    fn wide_shift_count(self) -> u32 { (*self).wide_shift_count() }
}

/// What an iterator's numbers come to.
macro_rules! fold {
    ($(
        $trait:ident $method:ident $own:ident $first:ident $op:tt [$($generic:tt)*] $item:ty: $x:ident $value:expr;
    )*) => {$(
        impl<$($generic)*> $trait<$item> for T {
            #[track_caller]
            fn $method<I: Iterator<Item = $item>>(iter: I) -> T {
                let mut all = T::$first;
                for $x in iter {
                    all = all $op $value;
                }
                all
            }
            fn $own<I: Iterator<Item = $item>>(iter: I) -> T { iter.fold(T::$first, |all, $x| all $op $value) }
        }
    )*};
}
fold! {
    Sum sum __sum ZERO + [T: Num] T: x x;
    Sum sum __sum ZERO + ['a, T: 'a + Num] &'a T: x *x;
    Product product __product ONE * [T: Num] T: x x;
    Product product __product ONE * ['a, T: 'a + Num] &'a T: x *x;
}

/// Likewise of wrappers.
macro_rules! sums {
    ($($name:ident<$of:ident>: [$($of_reference:lifetime)?] $item:ty, $x:ident $value:expr;)*) => {$(
        impl<$($of_reference,)? T: $of> Sum<$item> for $name<T> {
            fn sum<I: Iterator<Item = $item>>(iter: I) -> $name<T> { iter.fold($name(T::ZERO), |all, $x| all + $value) }
        }
        impl<$($of_reference,)? T: $of> Product<$item> for $name<T> {
            fn product<I: Iterator<Item = $item>>(iter: I) -> $name<T> {
                iter.fold($name(T::ONE), |all, $x| all * $value)
            }
        }
    )*};
}
sums! {
    Wrapping<Int>: [] Wrapping<T>, x x;
    Wrapping<Int>: ['a] &'a Wrapping<T>, x *x;
    Saturating<Unsigned>: [] Saturating<T>, x x;
    Saturating<Unsigned>: ['a] &'a Saturating<T>, x *x;
}

/// Operators of references.
macro_rules! by_reference {
    ($($of:ident: $trait:ident $method:ident $op:tt $assign:ident $assign_method:ident;)*) => {$(
        impl<T: $of> $trait<&T> for T { type Output = T; #[track_caller] fn $method(self, o: &T) -> T { self $op *o } }
        impl<T: $of> $trait<T> for &T { type Output = T; #[track_caller] fn $method(self, o: T) -> T { *self $op o } }
        impl<T: $of> $trait<&T> for &T {
            type Output = T;
            #[track_caller] fn $method(self, o: &T) -> T { *self $op *o }
        }
        impl<T: $of> $assign<&T> for T { #[track_caller] fn $assign_method(&mut self, o: &T) { *self = *self $op *o; } }
    )*};
}
by_reference! {
    Num: Add add + AddAssign add_assign;
    Num: Sub sub - SubAssign sub_assign;
    Num: Mul mul * MulAssign mul_assign;
    Num: Div div / DivAssign div_assign;
    Num: Rem rem % RemAssign rem_assign;
    Int: BitAnd bitand & BitAndAssign bitand_assign;
    Int: BitOr bitor | BitOrAssign bitor_assign;
    Int: BitXor bitxor ^ BitXorAssign bitxor_assign;
}

/// Integers that a float may become.
pub(crate) trait FloatToInt<Int> {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryFromIntError(pub(crate) ());
written! { Display TryFromIntError: self f f.pad("out of range integral type conversion attempted"); }

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
    pub const fn kind(&self) -> &IntErrorKind { &self.kind }
}
written! {
    Display ParseIntError: self f f.pad(match self.kind {
        IntErrorKind::Empty => "cannot parse integer from empty string",
        IntErrorKind::InvalidDigit => "invalid digit found in string",
        IntErrorKind::PosOverflow => "number too large to fit in target type",
        IntErrorKind::NegOverflow => "number too small to fit in target type",
        IntErrorKind::Zero => "number would be zero for non-zero type",
    });
}
