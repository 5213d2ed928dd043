//! An integer whose operators stay at the ends of its type.

use crate::common::{Debug, Display};
use crate::num::Int;
use crate::ops::*;

/// What saturates, one implementation a type.
pub trait Saturate: Int {
    fn sat_add(self, o: Self) -> Self;
    fn sat_sub(self, o: Self) -> Self;
    fn sat_mul(self, o: Self) -> Self;
    #[track_caller] fn sat_div(self, o: Self) -> Self;
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Saturating<T>(pub T);

written! {
    [T: Debug] Debug Saturating<T>: self f self.0.fmt(f);
    [T: Display] Display Saturating<T>: self f self.0.fmt(f);
}

operator! { Saturating<Saturate>: Add add + AddAssign add_assign, x y x.sat_add(y) }
operator! { Saturating<Saturate>: Sub sub - SubAssign sub_assign, x y x.sat_sub(y) }
operator! { Saturating<Saturate>: Mul mul * MulAssign mul_assign, x y x.sat_mul(y) }
operator! { Saturating<Saturate>: Div div / DivAssign div_assign track_caller, x y x.sat_div(y) }
operator! { Saturating<Saturate>: Rem rem % RemAssign rem_assign track_caller, x y x % y }
operator! { Saturating<Saturate>: BitAnd bitand & BitAndAssign bitand_assign, x y x & y }
operator! { Saturating<Saturate>: BitOr bitor | BitOrAssign bitor_assign, x y x | y }
operator! { Saturating<Saturate>: BitXor bitxor ^ BitXorAssign bitxor_assign, x y x ^ y }

macro_rules! of_both_signs {
    ($($t:ident)*) => {$(
        impl Saturate for $t {
            fn sat_add(self, o: $t) -> $t { self.saturating_add(o) }
            fn sat_sub(self, o: $t) -> $t { self.saturating_sub(o) }
            fn sat_mul(self, o: $t) -> $t { self.saturating_mul(o) }
            #[track_caller] fn sat_div(self, o: $t) -> $t { self.saturating_div(o) }
        }
        unary! { Not not Saturating<$t> => Saturating<$t>: self { Saturating(!self.0) } }
        impl Saturating<$t> {
            pub const MIN: Saturating<$t> = Saturating($t::MIN);
            pub const MAX: Saturating<$t> = Saturating($t::MAX);
            pub const BITS: u32 = $t::BITS;
            pub const fn count_ones(self) -> u32 { self.0.count_ones() }
            pub const fn count_zeros(self) -> u32 { self.0.count_zeros() }
            pub const fn trailing_zeros(self) -> u32 { self.0.trailing_zeros() }
            pub const fn leading_zeros(self) -> u32 { self.0.leading_zeros() }
            pub const fn rotate_left(self, n: u32) -> Saturating<$t> { Saturating(self.0.rotate_left(n)) }
            pub const fn rotate_right(self, n: u32) -> Saturating<$t> { Saturating(self.0.rotate_right(n)) }
            pub const fn swap_bytes(self) -> Saturating<$t> { Saturating(self.0.swap_bytes()) }
            pub const fn reverse_bits(self) -> Saturating<$t> { Saturating(self.0.reverse_bits()) }
            pub const fn pow(self, n: u32) -> Saturating<$t> { Saturating(self.0.saturating_pow(n)) }
        }
    )*};
}
of_both_signs! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! signed {
    ($($t:ident)*) => {$(
        unary! { Neg neg Saturating<$t> => Saturating<$t>: self { Saturating(self.0.saturating_neg()) } }
        impl Saturating<$t> {
            pub const fn abs(self) -> Saturating<$t> { Saturating(self.0.saturating_abs()) }
            pub const fn signum(self) -> Saturating<$t> { Saturating(self.0.signum()) }
            pub const fn is_positive(self) -> bool { self.0 > 0 }
            pub const fn is_negative(self) -> bool { self.0 < 0 }
        }
    )*};
}
signed! { i8 i16 i32 i64 i128 isize }

/// What there are sums and products of.
pub trait Unsigned: Saturate {}
macro_rules! unsigned {
    ($($t:ident)*) => {$(
        impl Unsigned for $t {}
        impl Saturating<$t> { pub const fn is_power_of_two(self) -> bool { self.0.is_power_of_two() } }
    )*};
}
unsigned! { u8 u16 u32 u64 u128 usize }
