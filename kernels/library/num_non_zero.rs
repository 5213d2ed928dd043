//! Integers that are not zero.

use crate::fmt::{Debug, Display};
use crate::intrinsics as i;
use crate::num::{Int, ParseIntError, TryFromIntError};
use crate::ops::{BitOr, BitOrAssign, Div, DivAssign, Neg, Rem, RemAssign};

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NonZero<T: Int> {
    value: T,
}

impl<T: Int + Debug> Debug for NonZero<T> {}
impl<T: Int + Display> Display for NonZero<T> {}

impl<T: Int> NonZero<T> {
    pub const unsafe fn new_unchecked(value: T) -> NonZero<T> {
        NonZero { value }
    }
    pub const fn new(value: T) -> Option<NonZero<T>> {
        if unsafe { i::ctpop(value) } == 0 { None } else { Some(NonZero { value }) }
    }
    pub const fn get(self) -> T {
        self.value
    }
}
impl<T: Int> BitOr for NonZero<T> {
    type Output = NonZero<T>;
    fn bitor(self, o: NonZero<T>) -> NonZero<T> {
        NonZero { value: self.value | o.value }
    }
}
impl<T: Int> BitOr<T> for NonZero<T> {
    type Output = NonZero<T>;
    fn bitor(self, o: T) -> NonZero<T> {
        NonZero { value: self.value | o }
    }
}
impl<T: Int> BitOrAssign for NonZero<T> {
    fn bitor_assign(&mut self, o: NonZero<T>) {
        self.value = self.value | o.value;
    }
}
impl<T: Int> BitOrAssign<T> for NonZero<T> {
    fn bitor_assign(&mut self, o: T) {
        self.value = self.value | o;
    }
}

pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroIsize = NonZero<isize>;
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroUsize = NonZero<usize>;

impl NonZero<i8> {
    pub const BITS: u32 = i8::BITS;
    pub const MIN: NonZero<i8> = NonZero { value: i8::MIN };
    pub const MAX: NonZero<i8> = NonZero { value: i8::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<i8>) -> Option<NonZero<i8>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<i8>) -> NonZero<i8> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<i8>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<i8> { NonZero { value: self.value.saturating_pow(n) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<i8> { NonZero { value: self.value.abs() } }
    pub const fn checked_abs(self) -> Option<NonZero<i8>> { match self.value.checked_abs() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_abs(self) -> NonZero<i8> { NonZero { value: self.value.saturating_abs() } }
    pub const fn wrapping_abs(self) -> NonZero<i8> { NonZero { value: self.value.wrapping_abs() } }
    pub const fn overflowing_abs(self) -> (NonZero<i8>, bool) { let (value, over) = self.value.overflowing_abs(); (NonZero { value: value }, over) }
    pub const fn unsigned_abs(self) -> NonZero<u8> { NonZero { value: self.value.unsigned_abs() } }
    pub const fn is_positive(self) -> bool { self.value > 0 }
    pub const fn is_negative(self) -> bool { self.value < 0 }
    pub const fn checked_neg(self) -> Option<NonZero<i8>> { match self.value.checked_neg() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_neg(self) -> NonZero<i8> { NonZero { value: self.value.saturating_neg() } }
    pub const fn wrapping_neg(self) -> NonZero<i8> { NonZero { value: self.value.wrapping_neg() } }
    pub const fn overflowing_neg(self) -> (NonZero<i8>, bool) { let (value, over) = self.value.overflowing_neg(); (NonZero { value: value }, over) }
    pub const fn cast_unsigned(self) -> NonZero<u8> { NonZero { value: self.value as u8 } }
}
impl From<NonZero<i8>> for i8 { fn from(x: NonZero<i8>) -> i8 { x.value } }
impl TryFrom<i8> for NonZero<i8> { type Error = TryFromIntError; fn try_from(x: i8) -> Result<NonZero<i8>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<i8> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<i8>, ParseIntError> { match NonZero::new(i8::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Neg for NonZero<i8> { type Output = NonZero<i8>; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> NonZero<i8> { NonZero { value: -self.value } } }

impl NonZero<i16> {
    pub const BITS: u32 = i16::BITS;
    pub const MIN: NonZero<i16> = NonZero { value: i16::MIN };
    pub const MAX: NonZero<i16> = NonZero { value: i16::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<i16>) -> Option<NonZero<i16>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<i16>) -> NonZero<i16> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<i16>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<i16> { NonZero { value: self.value.saturating_pow(n) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<i16> { NonZero { value: self.value.abs() } }
    pub const fn checked_abs(self) -> Option<NonZero<i16>> { match self.value.checked_abs() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_abs(self) -> NonZero<i16> { NonZero { value: self.value.saturating_abs() } }
    pub const fn wrapping_abs(self) -> NonZero<i16> { NonZero { value: self.value.wrapping_abs() } }
    pub const fn overflowing_abs(self) -> (NonZero<i16>, bool) { let (value, over) = self.value.overflowing_abs(); (NonZero { value: value }, over) }
    pub const fn unsigned_abs(self) -> NonZero<u16> { NonZero { value: self.value.unsigned_abs() } }
    pub const fn is_positive(self) -> bool { self.value > 0 }
    pub const fn is_negative(self) -> bool { self.value < 0 }
    pub const fn checked_neg(self) -> Option<NonZero<i16>> { match self.value.checked_neg() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_neg(self) -> NonZero<i16> { NonZero { value: self.value.saturating_neg() } }
    pub const fn wrapping_neg(self) -> NonZero<i16> { NonZero { value: self.value.wrapping_neg() } }
    pub const fn overflowing_neg(self) -> (NonZero<i16>, bool) { let (value, over) = self.value.overflowing_neg(); (NonZero { value: value }, over) }
    pub const fn cast_unsigned(self) -> NonZero<u16> { NonZero { value: self.value as u16 } }
}
impl From<NonZero<i16>> for i16 { fn from(x: NonZero<i16>) -> i16 { x.value } }
impl TryFrom<i16> for NonZero<i16> { type Error = TryFromIntError; fn try_from(x: i16) -> Result<NonZero<i16>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<i16> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<i16>, ParseIntError> { match NonZero::new(i16::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Neg for NonZero<i16> { type Output = NonZero<i16>; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> NonZero<i16> { NonZero { value: -self.value } } }

impl NonZero<i32> {
    pub const BITS: u32 = i32::BITS;
    pub const MIN: NonZero<i32> = NonZero { value: i32::MIN };
    pub const MAX: NonZero<i32> = NonZero { value: i32::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<i32>) -> Option<NonZero<i32>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<i32>) -> NonZero<i32> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<i32>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<i32> { NonZero { value: self.value.saturating_pow(n) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<i32> { NonZero { value: self.value.abs() } }
    pub const fn checked_abs(self) -> Option<NonZero<i32>> { match self.value.checked_abs() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_abs(self) -> NonZero<i32> { NonZero { value: self.value.saturating_abs() } }
    pub const fn wrapping_abs(self) -> NonZero<i32> { NonZero { value: self.value.wrapping_abs() } }
    pub const fn overflowing_abs(self) -> (NonZero<i32>, bool) { let (value, over) = self.value.overflowing_abs(); (NonZero { value: value }, over) }
    pub const fn unsigned_abs(self) -> NonZero<u32> { NonZero { value: self.value.unsigned_abs() } }
    pub const fn is_positive(self) -> bool { self.value > 0 }
    pub const fn is_negative(self) -> bool { self.value < 0 }
    pub const fn checked_neg(self) -> Option<NonZero<i32>> { match self.value.checked_neg() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_neg(self) -> NonZero<i32> { NonZero { value: self.value.saturating_neg() } }
    pub const fn wrapping_neg(self) -> NonZero<i32> { NonZero { value: self.value.wrapping_neg() } }
    pub const fn overflowing_neg(self) -> (NonZero<i32>, bool) { let (value, over) = self.value.overflowing_neg(); (NonZero { value: value }, over) }
    pub const fn cast_unsigned(self) -> NonZero<u32> { NonZero { value: self.value as u32 } }
}
impl From<NonZero<i32>> for i32 { fn from(x: NonZero<i32>) -> i32 { x.value } }
impl TryFrom<i32> for NonZero<i32> { type Error = TryFromIntError; fn try_from(x: i32) -> Result<NonZero<i32>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<i32> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<i32>, ParseIntError> { match NonZero::new(i32::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Neg for NonZero<i32> { type Output = NonZero<i32>; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> NonZero<i32> { NonZero { value: -self.value } } }

impl NonZero<i64> {
    pub const BITS: u32 = i64::BITS;
    pub const MIN: NonZero<i64> = NonZero { value: i64::MIN };
    pub const MAX: NonZero<i64> = NonZero { value: i64::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<i64>) -> Option<NonZero<i64>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<i64>) -> NonZero<i64> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<i64>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<i64> { NonZero { value: self.value.saturating_pow(n) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<i64> { NonZero { value: self.value.abs() } }
    pub const fn checked_abs(self) -> Option<NonZero<i64>> { match self.value.checked_abs() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_abs(self) -> NonZero<i64> { NonZero { value: self.value.saturating_abs() } }
    pub const fn wrapping_abs(self) -> NonZero<i64> { NonZero { value: self.value.wrapping_abs() } }
    pub const fn overflowing_abs(self) -> (NonZero<i64>, bool) { let (value, over) = self.value.overflowing_abs(); (NonZero { value: value }, over) }
    pub const fn unsigned_abs(self) -> NonZero<u64> { NonZero { value: self.value.unsigned_abs() } }
    pub const fn is_positive(self) -> bool { self.value > 0 }
    pub const fn is_negative(self) -> bool { self.value < 0 }
    pub const fn checked_neg(self) -> Option<NonZero<i64>> { match self.value.checked_neg() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_neg(self) -> NonZero<i64> { NonZero { value: self.value.saturating_neg() } }
    pub const fn wrapping_neg(self) -> NonZero<i64> { NonZero { value: self.value.wrapping_neg() } }
    pub const fn overflowing_neg(self) -> (NonZero<i64>, bool) { let (value, over) = self.value.overflowing_neg(); (NonZero { value: value }, over) }
    pub const fn cast_unsigned(self) -> NonZero<u64> { NonZero { value: self.value as u64 } }
}
impl From<NonZero<i64>> for i64 { fn from(x: NonZero<i64>) -> i64 { x.value } }
impl TryFrom<i64> for NonZero<i64> { type Error = TryFromIntError; fn try_from(x: i64) -> Result<NonZero<i64>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<i64> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<i64>, ParseIntError> { match NonZero::new(i64::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Neg for NonZero<i64> { type Output = NonZero<i64>; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> NonZero<i64> { NonZero { value: -self.value } } }

impl NonZero<isize> {
    pub const BITS: u32 = isize::BITS;
    pub const MIN: NonZero<isize> = NonZero { value: isize::MIN };
    pub const MAX: NonZero<isize> = NonZero { value: isize::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<isize>) -> Option<NonZero<isize>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<isize>) -> NonZero<isize> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<isize>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<isize> { NonZero { value: self.value.saturating_pow(n) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> NonZero<isize> { NonZero { value: self.value.abs() } }
    pub const fn checked_abs(self) -> Option<NonZero<isize>> { match self.value.checked_abs() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_abs(self) -> NonZero<isize> { NonZero { value: self.value.saturating_abs() } }
    pub const fn wrapping_abs(self) -> NonZero<isize> { NonZero { value: self.value.wrapping_abs() } }
    pub const fn overflowing_abs(self) -> (NonZero<isize>, bool) { let (value, over) = self.value.overflowing_abs(); (NonZero { value: value }, over) }
    pub const fn unsigned_abs(self) -> NonZero<usize> { NonZero { value: self.value.unsigned_abs() } }
    pub const fn is_positive(self) -> bool { self.value > 0 }
    pub const fn is_negative(self) -> bool { self.value < 0 }
    pub const fn checked_neg(self) -> Option<NonZero<isize>> { match self.value.checked_neg() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_neg(self) -> NonZero<isize> { NonZero { value: self.value.saturating_neg() } }
    pub const fn wrapping_neg(self) -> NonZero<isize> { NonZero { value: self.value.wrapping_neg() } }
    pub const fn overflowing_neg(self) -> (NonZero<isize>, bool) { let (value, over) = self.value.overflowing_neg(); (NonZero { value: value }, over) }
    pub const fn cast_unsigned(self) -> NonZero<usize> { NonZero { value: self.value as usize } }
}
impl From<NonZero<isize>> for isize { fn from(x: NonZero<isize>) -> isize { x.value } }
impl TryFrom<isize> for NonZero<isize> { type Error = TryFromIntError; fn try_from(x: isize) -> Result<NonZero<isize>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<isize> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<isize>, ParseIntError> { match NonZero::new(isize::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Neg for NonZero<isize> { type Output = NonZero<isize>; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> NonZero<isize> { NonZero { value: -self.value } } }

impl NonZero<u8> {
    pub const BITS: u32 = u8::BITS;
    pub const MIN: NonZero<u8> = NonZero { value: 1 };
    pub const MAX: NonZero<u8> = NonZero { value: u8::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<u8>) -> Option<NonZero<u8>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<u8>) -> NonZero<u8> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<u8>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<u8> { NonZero { value: self.value.saturating_pow(n) } }
    pub const fn checked_add(self, o: u8) -> Option<NonZero<u8>> { match self.value.checked_add(o) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_add(self, o: u8) -> NonZero<u8> { NonZero { value: self.value.saturating_add(o) } }
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<u8>> { match self.value.checked_next_power_of_two() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn ilog2(self) -> u32 { self.value.ilog2() }
    pub const fn ilog10(self) -> u32 { self.value.ilog10() }
    pub const fn midpoint(self, o: NonZero<u8>) -> NonZero<u8> { NonZero { value: self.value.midpoint(o.value) } }
    pub const fn is_power_of_two(self) -> bool { self.value.is_power_of_two() }
    pub const fn isqrt(self) -> NonZero<u8> { NonZero { value: self.value.isqrt() } }
    pub const fn div_ceil(self, o: NonZero<u8>) -> NonZero<u8> { NonZero { value: self.value.div_ceil(o.value) } }
    pub const fn cast_signed(self) -> NonZero<i8> { NonZero { value: self.value as i8 } }
}
impl From<NonZero<u8>> for u8 { fn from(x: NonZero<u8>) -> u8 { x.value } }
impl TryFrom<u8> for NonZero<u8> { type Error = TryFromIntError; fn try_from(x: u8) -> Result<NonZero<u8>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<u8> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<u8>, ParseIntError> { match NonZero::new(u8::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Div<NonZero<u8>> for u8 { type Output = u8; fn div(self, o: NonZero<u8>) -> u8 { unsafe { i::unchecked_div(self, o.value) } } }
impl DivAssign<NonZero<u8>> for u8 { fn div_assign(&mut self, o: NonZero<u8>) { *self = *self / o; } }
impl Rem<NonZero<u8>> for u8 { type Output = u8; fn rem(self, o: NonZero<u8>) -> u8 { unsafe { i::unchecked_rem(self, o.value) } } }
impl RemAssign<NonZero<u8>> for u8 { fn rem_assign(&mut self, o: NonZero<u8>) { *self = *self % o; } }

impl NonZero<u16> {
    pub const BITS: u32 = u16::BITS;
    pub const MIN: NonZero<u16> = NonZero { value: 1 };
    pub const MAX: NonZero<u16> = NonZero { value: u16::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<u16>) -> Option<NonZero<u16>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<u16>) -> NonZero<u16> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<u16>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<u16> { NonZero { value: self.value.saturating_pow(n) } }
    pub const fn checked_add(self, o: u16) -> Option<NonZero<u16>> { match self.value.checked_add(o) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_add(self, o: u16) -> NonZero<u16> { NonZero { value: self.value.saturating_add(o) } }
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<u16>> { match self.value.checked_next_power_of_two() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn ilog2(self) -> u32 { self.value.ilog2() }
    pub const fn ilog10(self) -> u32 { self.value.ilog10() }
    pub const fn midpoint(self, o: NonZero<u16>) -> NonZero<u16> { NonZero { value: self.value.midpoint(o.value) } }
    pub const fn is_power_of_two(self) -> bool { self.value.is_power_of_two() }
    pub const fn isqrt(self) -> NonZero<u16> { NonZero { value: self.value.isqrt() } }
    pub const fn div_ceil(self, o: NonZero<u16>) -> NonZero<u16> { NonZero { value: self.value.div_ceil(o.value) } }
    pub const fn cast_signed(self) -> NonZero<i16> { NonZero { value: self.value as i16 } }
}
impl From<NonZero<u16>> for u16 { fn from(x: NonZero<u16>) -> u16 { x.value } }
impl TryFrom<u16> for NonZero<u16> { type Error = TryFromIntError; fn try_from(x: u16) -> Result<NonZero<u16>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<u16> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<u16>, ParseIntError> { match NonZero::new(u16::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Div<NonZero<u16>> for u16 { type Output = u16; fn div(self, o: NonZero<u16>) -> u16 { unsafe { i::unchecked_div(self, o.value) } } }
impl DivAssign<NonZero<u16>> for u16 { fn div_assign(&mut self, o: NonZero<u16>) { *self = *self / o; } }
impl Rem<NonZero<u16>> for u16 { type Output = u16; fn rem(self, o: NonZero<u16>) -> u16 { unsafe { i::unchecked_rem(self, o.value) } } }
impl RemAssign<NonZero<u16>> for u16 { fn rem_assign(&mut self, o: NonZero<u16>) { *self = *self % o; } }

impl NonZero<u32> {
    pub const BITS: u32 = u32::BITS;
    pub const MIN: NonZero<u32> = NonZero { value: 1 };
    pub const MAX: NonZero<u32> = NonZero { value: u32::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<u32>) -> Option<NonZero<u32>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<u32>) -> NonZero<u32> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<u32>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<u32> { NonZero { value: self.value.saturating_pow(n) } }
    pub const fn checked_add(self, o: u32) -> Option<NonZero<u32>> { match self.value.checked_add(o) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_add(self, o: u32) -> NonZero<u32> { NonZero { value: self.value.saturating_add(o) } }
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<u32>> { match self.value.checked_next_power_of_two() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn ilog2(self) -> u32 { self.value.ilog2() }
    pub const fn ilog10(self) -> u32 { self.value.ilog10() }
    pub const fn midpoint(self, o: NonZero<u32>) -> NonZero<u32> { NonZero { value: self.value.midpoint(o.value) } }
    pub const fn is_power_of_two(self) -> bool { self.value.is_power_of_two() }
    pub const fn isqrt(self) -> NonZero<u32> { NonZero { value: self.value.isqrt() } }
    pub const fn div_ceil(self, o: NonZero<u32>) -> NonZero<u32> { NonZero { value: self.value.div_ceil(o.value) } }
    pub const fn cast_signed(self) -> NonZero<i32> { NonZero { value: self.value as i32 } }
}
impl From<NonZero<u32>> for u32 { fn from(x: NonZero<u32>) -> u32 { x.value } }
impl TryFrom<u32> for NonZero<u32> { type Error = TryFromIntError; fn try_from(x: u32) -> Result<NonZero<u32>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<u32> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<u32>, ParseIntError> { match NonZero::new(u32::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Div<NonZero<u32>> for u32 { type Output = u32; fn div(self, o: NonZero<u32>) -> u32 { unsafe { i::unchecked_div(self, o.value) } } }
impl DivAssign<NonZero<u32>> for u32 { fn div_assign(&mut self, o: NonZero<u32>) { *self = *self / o; } }
impl Rem<NonZero<u32>> for u32 { type Output = u32; fn rem(self, o: NonZero<u32>) -> u32 { unsafe { i::unchecked_rem(self, o.value) } } }
impl RemAssign<NonZero<u32>> for u32 { fn rem_assign(&mut self, o: NonZero<u32>) { *self = *self % o; } }

impl NonZero<u64> {
    pub const BITS: u32 = u64::BITS;
    pub const MIN: NonZero<u64> = NonZero { value: 1 };
    pub const MAX: NonZero<u64> = NonZero { value: u64::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<u64>) -> Option<NonZero<u64>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<u64>) -> NonZero<u64> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<u64>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<u64> { NonZero { value: self.value.saturating_pow(n) } }
    pub const fn checked_add(self, o: u64) -> Option<NonZero<u64>> { match self.value.checked_add(o) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_add(self, o: u64) -> NonZero<u64> { NonZero { value: self.value.saturating_add(o) } }
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<u64>> { match self.value.checked_next_power_of_two() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn ilog2(self) -> u32 { self.value.ilog2() }
    pub const fn ilog10(self) -> u32 { self.value.ilog10() }
    pub const fn midpoint(self, o: NonZero<u64>) -> NonZero<u64> { NonZero { value: self.value.midpoint(o.value) } }
    pub const fn is_power_of_two(self) -> bool { self.value.is_power_of_two() }
    pub const fn isqrt(self) -> NonZero<u64> { NonZero { value: self.value.isqrt() } }
    pub const fn div_ceil(self, o: NonZero<u64>) -> NonZero<u64> { NonZero { value: self.value.div_ceil(o.value) } }
    pub const fn cast_signed(self) -> NonZero<i64> { NonZero { value: self.value as i64 } }
}
impl From<NonZero<u64>> for u64 { fn from(x: NonZero<u64>) -> u64 { x.value } }
impl TryFrom<u64> for NonZero<u64> { type Error = TryFromIntError; fn try_from(x: u64) -> Result<NonZero<u64>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<u64> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<u64>, ParseIntError> { match NonZero::new(u64::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Div<NonZero<u64>> for u64 { type Output = u64; fn div(self, o: NonZero<u64>) -> u64 { unsafe { i::unchecked_div(self, o.value) } } }
impl DivAssign<NonZero<u64>> for u64 { fn div_assign(&mut self, o: NonZero<u64>) { *self = *self / o; } }
impl Rem<NonZero<u64>> for u64 { type Output = u64; fn rem(self, o: NonZero<u64>) -> u64 { unsafe { i::unchecked_rem(self, o.value) } } }
impl RemAssign<NonZero<u64>> for u64 { fn rem_assign(&mut self, o: NonZero<u64>) { *self = *self % o; } }

impl NonZero<usize> {
    pub const BITS: u32 = usize::BITS;
    pub const MIN: NonZero<usize> = NonZero { value: 1 };
    pub const MAX: NonZero<usize> = NonZero { value: usize::MAX };
    pub const fn leading_zeros(self) -> u32 { self.value.leading_zeros() }
    pub const fn trailing_zeros(self) -> u32 { self.value.trailing_zeros() }
    pub const fn count_ones(self) -> NonZero<u32> { NonZero { value: self.value.count_ones() } }
    pub const fn checked_mul(self, o: NonZero<usize>) -> Option<NonZero<usize>> { match self.value.checked_mul(o.value) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_mul(self, o: NonZero<usize>) -> NonZero<usize> { NonZero { value: self.value.saturating_mul(o.value) } }
    pub const fn checked_pow(self, n: u32) -> Option<NonZero<usize>> { match self.value.checked_pow(n) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_pow(self, n: u32) -> NonZero<usize> { NonZero { value: self.value.saturating_pow(n) } }
    pub const fn checked_add(self, o: usize) -> Option<NonZero<usize>> { match self.value.checked_add(o) { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn saturating_add(self, o: usize) -> NonZero<usize> { NonZero { value: self.value.saturating_add(o) } }
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<usize>> { match self.value.checked_next_power_of_two() { Some(value) => Some(NonZero { value }), None => None } }
    pub const fn ilog2(self) -> u32 { self.value.ilog2() }
    pub const fn ilog10(self) -> u32 { self.value.ilog10() }
    pub const fn midpoint(self, o: NonZero<usize>) -> NonZero<usize> { NonZero { value: self.value.midpoint(o.value) } }
    pub const fn is_power_of_two(self) -> bool { self.value.is_power_of_two() }
    pub const fn isqrt(self) -> NonZero<usize> { NonZero { value: self.value.isqrt() } }
    pub const fn div_ceil(self, o: NonZero<usize>) -> NonZero<usize> { NonZero { value: self.value.div_ceil(o.value) } }
    pub const fn cast_signed(self) -> NonZero<isize> { NonZero { value: self.value as isize } }
}
impl From<NonZero<usize>> for usize { fn from(x: NonZero<usize>) -> usize { x.value } }
impl TryFrom<usize> for NonZero<usize> { type Error = TryFromIntError; fn try_from(x: usize) -> Result<NonZero<usize>, TryFromIntError> { match NonZero::new(x) { Some(x) => Ok(x), None => Err(TryFromIntError(())) } } }
impl crate::str::FromStr for NonZero<usize> { type Err = ParseIntError; fn from_str(text: &str) -> Result<NonZero<usize>, ParseIntError> { match NonZero::new(usize::from_str_radix(text, 10)?) { Some(x) => Ok(x), None => Err(ParseIntError { kind: crate::num::IntErrorKind::Zero }) } } }
impl Div<NonZero<usize>> for usize { type Output = usize; fn div(self, o: NonZero<usize>) -> usize { unsafe { i::unchecked_div(self, o.value) } } }
impl DivAssign<NonZero<usize>> for usize { fn div_assign(&mut self, o: NonZero<usize>) { *self = *self / o; } }
impl Rem<NonZero<usize>> for usize { type Output = usize; fn rem(self, o: NonZero<usize>) -> usize { unsafe { i::unchecked_rem(self, o.value) } } }
impl RemAssign<NonZero<usize>> for usize { fn rem_assign(&mut self, o: NonZero<usize>) { *self = *self % o; } }
