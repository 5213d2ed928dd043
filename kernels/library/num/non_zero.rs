//! Integers that are not zero.

use crate::common::{Debug, Display, FromStr, i};
use crate::num::{Int, IntErrorKind, ParseIntError, TryFromIntError};
use crate::ops::{BitOr, BitOrAssign, Div, DivAssign, Neg, Rem, RemAssign};

/// What has a zero: integers and char.
pub(crate) trait ZeroablePrimitive: Copy {}
impl<T: Int> ZeroablePrimitive for T {}
impl ZeroablePrimitive for char {}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NonZero<T: ZeroablePrimitive> {
    value: T,
}

written! {
    [T: ZeroablePrimitive + Debug] Debug NonZero<T>: self f self.value.fmt(f);
    [T: ZeroablePrimitive + Display] Display NonZero<T>: self f self.value.fmt(f);
}

impl<T: ZeroablePrimitive> NonZero<T> {
    pub const unsafe fn new_unchecked(value: T) -> NonZero<T> {
        unsafe { i::assume_reachable(i::ctpop(value) != 0) }
        NonZero { value }
    }
    pub const fn new(value: T) -> Option<NonZero<T>> {
        if unsafe { i::ctpop(value) } == 0 { None } else { Some(NonZero { value }) }
    }
    pub const fn get(self) -> T { self.value }
}
macro_rules! bit_or {
    ($($o:ident: $of:ty, $value:expr;)*) => {$(
        impl<T: Int> BitOr<$of> for NonZero<T> {
            type Output = NonZero<T>;
            fn bitor(self, $o: $of) -> NonZero<T> { NonZero { value: self.value | $value } }
        }
        impl<T: Int> BitOrAssign<$of> for NonZero<T> {
            fn bitor_assign(&mut self, $o: $of) { self.value = self.value | $value; }
        }
    )*};
}
bit_or! { o: NonZero<T>, o.value; o: T, o; }

/// NonZero of what a method of the number gives as an Option.
macro_rules! some {
    ($value:expr) => { if_some!($value, value => Some(NonZero { value })) };
}
/// NonZero of what a method of the number gives with a flag.
macro_rules! with_flag {
    ($value:expr) => {{
        let (value, over) = $value;
        (NonZero { value }, over)
    }};
}

macro_rules! of_both_signs {
    ($name:ident $t:ident) => {
        pub type $name = NonZero<$t>;
        impl BitOr<NonZero<$t>> for $t {
            type Output = NonZero<$t>;
            fn bitor(self, o: NonZero<$t>) -> NonZero<$t> { NonZero { value: self | o.value } }
        }
        impl NonZero<$t> {
            pub const BITS: u32 = $t::BITS;
            pub const MAX: NonZero<$t> = NonZero { value: $t::MAX };
            pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
            pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
            pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
            pub const fn checked_mul(self, o: Self) -> Option<Self> { some!(self.value.checked_mul(o.value)) }
            pub const fn saturating_mul(self, o: Self) -> Self { NonZero { value: self.value.saturating_mul(o.value) } }
            pub const fn checked_pow(self, n: u32) -> Option<NonZero<$t>> { some!(self.value.checked_pow(n)) }
            pub const fn saturating_pow(self, n: u32) -> NonZero<$t> { NonZero { value: self.value.saturating_pow(n) } }
        }
        impl From<NonZero<$t>> for $t { fn from(x: NonZero<$t>) -> $t { x.value } }
        impl TryFrom<$t> for NonZero<$t> {
            type Error = TryFromIntError;
            fn try_from(x: $t) -> Result<Self, TryFromIntError> { NonZero::new(x).ok_or(TryFromIntError(())) }
        }
        impl FromStr for NonZero<$t> {
            type Err = ParseIntError;
            fn from_str(text: &str) -> Result<NonZero<$t>, ParseIntError> {
                NonZero::new($t::from_str_radix(text, 10)?).ok_or(ParseIntError { kind: IntErrorKind::Zero })
            }
        }
    };
}
macro_rules! signed {
    ($($name:ident $t:ident $other:ident;)*) => {$(
        of_both_signs! { $name $t }
        impl NonZero<$t> {
            pub const MIN: NonZero<$t> = NonZero { value: $t::MIN };
            #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<$t> {
                NonZero { value: self.value.abs() }
            }
            pub const fn checked_abs(self) -> Option<NonZero<$t>> { some!(self.value.checked_abs()) }
            pub const fn saturating_abs(self) -> NonZero<$t> { NonZero { value: self.value.saturating_abs() } }
            pub const fn wrapping_abs(self) -> NonZero<$t> { NonZero { value: self.value.wrapping_abs() } }
            pub const fn overflowing_abs(self) -> (NonZero<$t>, bool) { with_flag!(self.value.overflowing_abs()) }
            pub const fn unsigned_abs(self) -> NonZero<$other> { NonZero { value: self.value.unsigned_abs() } }
            pub const fn is_positive(self) -> bool { self.value > 0 }
            pub const fn is_negative(self) -> bool { self.value < 0 }
            pub const fn checked_neg(self) -> Option<NonZero<$t>> { some!(self.value.checked_neg()) }
            pub const fn saturating_neg(self) -> NonZero<$t> { NonZero { value: self.value.saturating_neg() } }
            pub const fn wrapping_neg(self) -> NonZero<$t> { NonZero { value: self.value.wrapping_neg() } }
            pub const fn overflowing_neg(self) -> (NonZero<$t>, bool) { with_flag!(self.value.overflowing_neg()) }
            pub const fn cast_unsigned(self) -> NonZero<$other> { NonZero { value: self.value as $other } }
        }
        unary! {
            #[track_caller] #[rustc_inherit_overflow_checks]
            Neg neg NonZero<$t> => NonZero<$t>: self { NonZero { value: -self.value } }
        }
    )*};
}
signed! {
    NonZeroI8 i8 u8;
    NonZeroI16 i16 u16;
    NonZeroI32 i32 u32;
    NonZeroI64 i64 u64;
    NonZeroIsize isize usize;
}
macro_rules! unsigned {
    ($($name:ident $t:ident $other:ident;)*) => {$(
        of_both_signs! { $name $t }
        impl NonZero<$t> {
            pub const MIN: NonZero<$t> = NonZero { value: 1 };
            fns! {
                [pub const fn]
                checked_add(self, o: $t) -> Option<NonZero<$t>> { some!(self.value.checked_add(o)) }
                saturating_add(self, o: $t) -> NonZero<$t> { NonZero { value: self.value.saturating_add(o) } }
                checked_next_power_of_two(self) -> Option<NonZero<$t>> { some!(self.value.checked_next_power_of_two()) }
                ilog2(self) -> u32 { self.value.ilog2() }
                ilog10(self) -> u32 { self.value.ilog10() }
                midpoint(self, o: NonZero<$t>) -> NonZero<$t> { NonZero { value: self.value.midpoint(o.value) } }
                is_power_of_two(self) -> bool { self.value.is_power_of_two() }
                isqrt(self) -> NonZero<$t> { NonZero { value: self.value.isqrt() } }
                div_ceil(self, o: NonZero<$t>) -> NonZero<$t> { NonZero { value: self.value.div_ceil(o.value) } }
                cast_signed(self) -> NonZero<$other> { NonZero { value: self.value as $other } }
            }
        }
        impl Div<NonZero<$t>> for $t {
            type Output = $t;
            fn div(self, o: NonZero<$t>) -> $t { unsafe { i::unchecked_div(self, o.value) } }
        }
        impl DivAssign<NonZero<$t>> for $t { fn div_assign(&mut self, o: NonZero<$t>) { *self = *self / o; } }
        impl Rem<NonZero<$t>> for $t {
            type Output = $t;
            fn rem(self, o: NonZero<$t>) -> $t { unsafe { i::unchecked_rem(self, o.value) } }
        }
        impl RemAssign<NonZero<$t>> for $t { fn rem_assign(&mut self, o: NonZero<$t>) { *self = *self % o; } }
    )*};
}
unsigned! {
    NonZeroU8 u8 i8;
    NonZeroU16 u16 i16;
    NonZeroU32 u32 i32;
    NonZeroU64 u64 i64;
    NonZeroUsize usize isize;
}
