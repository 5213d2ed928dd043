//! usize: written by tools/gen_prelude.py.
use crate::cmp::Ordering;
use crate::fmt::{Debug, Display};
use crate::intrinsics as i;
use crate::iter::Step;
use crate::num::{Int, IntErrorKind, Num, ParseIntError, ShiftCount, TryFromIntError};
use crate::ops::*;

pub const MIN: usize = 0;
pub const MAX: usize = 18446744073709551615;

impl Add for usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn add(self, o: usize) -> usize { self + o } }
impl AddAssign for usize { #[track_caller] #[rustc_inherit_overflow_checks] fn add_assign(&mut self, o: usize) { *self += o; } }
impl Sub for usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn sub(self, o: usize) -> usize { self - o } }
impl SubAssign for usize { #[track_caller] #[rustc_inherit_overflow_checks] fn sub_assign(&mut self, o: usize) { *self -= o; } }
impl Mul for usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn mul(self, o: usize) -> usize { self * o } }
impl MulAssign for usize { #[track_caller] #[rustc_inherit_overflow_checks] fn mul_assign(&mut self, o: usize) { *self *= o; } }
impl Div for usize { type Output = usize; #[track_caller] fn div(self, o: usize) -> usize { self / o } }
impl DivAssign for usize { #[track_caller] fn div_assign(&mut self, o: usize) { *self /= o; } }
impl Rem for usize { type Output = usize; #[track_caller] fn rem(self, o: usize) -> usize { self % o } }
impl RemAssign for usize { #[track_caller] fn rem_assign(&mut self, o: usize) { *self %= o; } }
impl BitAnd for usize { type Output = usize; fn bitand(self, o: usize) -> usize { self & o } }
impl BitAndAssign for usize { fn bitand_assign(&mut self, o: usize) { *self &= o; } }
impl BitOr for usize { type Output = usize; fn bitor(self, o: usize) -> usize { self | o } }
impl BitOrAssign for usize { fn bitor_assign(&mut self, o: usize) { *self |= o; } }
impl BitXor for usize { type Output = usize; fn bitxor(self, o: usize) -> usize { self ^ o } }
impl BitXorAssign for usize { fn bitxor_assign(&mut self, o: usize) { *self ^= o; } }
impl<R: ShiftCount> Shl<R> for usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn shl(self, o: R) -> usize { self << o.shift_count() } }
impl<R: ShiftCount> Shl<R> for &usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn shl(self, o: R) -> usize { *self << o.shift_count() } }
impl<R: ShiftCount> ShlAssign<R> for usize { #[track_caller] #[rustc_inherit_overflow_checks] fn shl_assign(&mut self, o: R) { *self <<= o.shift_count(); } }
impl<R: ShiftCount> Shr<R> for usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn shr(self, o: R) -> usize { self >> o.shift_count() } }
impl<R: ShiftCount> Shr<R> for &usize { type Output = usize; #[track_caller] #[rustc_inherit_overflow_checks] fn shr(self, o: R) -> usize { *self >> o.shift_count() } }
impl<R: ShiftCount> ShrAssign<R> for usize { #[track_caller] #[rustc_inherit_overflow_checks] fn shr_assign(&mut self, o: R) { *self >>= o.shift_count(); } }
impl Num for usize { const ZERO: usize = 0; const ONE: usize = 1; }
impl Int for usize {}
impl ShiftCount for usize { fn shift_count(self) -> u32 { if self > 127 { self as u32 & 63 | 128 } else { self as u32 } } }
impl Not for usize { type Output = usize; fn not(self) -> usize { !self } }
impl Not for &usize { type Output = usize; fn not(self) -> usize { !*self } }
impl Debug for usize {}
impl Display for usize {}
impl Default for usize { fn default() -> usize { 0 } }
impl PartialEq for usize { fn eq(&self, o: &usize) -> bool { *self == *o } fn ne(&self, o: &usize) -> bool { *self != *o } }
impl Eq for usize {}
impl Ord for usize { fn cmp(&self, o: &usize) -> Ordering { if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater } } #[track_caller] fn clamp(self, min: usize, max: usize) -> usize { assert!(min <= max, "min > max. min = {min:?}, max = {max:?}"); if self < min { min } else if self > max { max } else { self } } }
impl PartialOrd for usize { fn partial_cmp(&self, o: &usize) -> Option<Ordering> { Some(if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater }) } fn lt(&self, o: &usize) -> bool { *self < *o } fn le(&self, o: &usize) -> bool { *self <= *o } fn gt(&self, o: &usize) -> bool { *self > *o } fn ge(&self, o: &usize) -> bool { *self >= *o } }
impl crate::hash::Hash for usize { fn hash<H: crate::hash::Hasher>(&self, state: &mut H) { state.write_usize(*self); } fn hash_slice<H: crate::hash::Hasher>(data: &[usize], state: &mut H) { state.write(unsafe { &*i::slice_from_raw_parts(data.as_ptr() as *const u8, 8 * data.len()) }); } }
impl Step for usize {
    fn steps_between(start: &usize, end: &usize) -> usize { if *start < *end { unsafe { i::wrapping_sub(*end as usize, *start as usize) } } else { 0 } }
    fn forward(start: usize, n: usize) -> usize { unsafe { i::wrapping_add(start, n as usize) } }
    fn backward(start: usize, n: usize) -> usize { unsafe { i::wrapping_sub(start, n as usize) } }
    #[track_caller] #[rustc_inherit_overflow_checks] fn after(start: usize, n: usize) -> usize { if n == 1 { return start + 1; } if n > Step::steps_between(&start, &usize::MAX) { let _top = unsafe { i::black_box(usize::MAX) } + 1; } Step::forward(start, n) }
    fn next(start: usize) -> usize { unsafe { i::unchecked_add(start, 1) } }
    fn previous(start: usize) -> usize { unsafe { i::unchecked_sub(start, 1) } }
    fn skip(start: usize, _end: usize, skip: usize) -> usize { unsafe { let next = i::wrapping_add(start, i::wrapping_add(skip as usize, 1)); if next > start { next } else { usize::MAX } } }
}
impl TryFrom<i8> for usize { type Error = TryFromIntError; fn try_from(x: i8) -> Result<usize, TryFromIntError> { if x < 0 { Err(TryFromIntError(())) } else { Ok(x as usize) } } }
impl TryFrom<i16> for usize { type Error = TryFromIntError; fn try_from(x: i16) -> Result<usize, TryFromIntError> { if x < 0 { Err(TryFromIntError(())) } else { Ok(x as usize) } } }
impl TryFrom<i32> for usize { type Error = TryFromIntError; fn try_from(x: i32) -> Result<usize, TryFromIntError> { if x < 0 { Err(TryFromIntError(())) } else { Ok(x as usize) } } }
impl TryFrom<i64> for usize { type Error = TryFromIntError; fn try_from(x: i64) -> Result<usize, TryFromIntError> { if x < 0 { Err(TryFromIntError(())) } else { Ok(x as usize) } } }
impl TryFrom<isize> for usize { type Error = TryFromIntError; fn try_from(x: isize) -> Result<usize, TryFromIntError> { if x < 0 { Err(TryFromIntError(())) } else { Ok(x as usize) } } }
impl From<u8> for usize { fn from(x: u8) -> usize { x as usize } }
impl From<u16> for usize { fn from(x: u16) -> usize { x as usize } }
impl TryFrom<u32> for usize { type Error = TryFromIntError; fn try_from(x: u32) -> Result<usize, TryFromIntError> { Ok(x as usize) } }
impl TryFrom<u64> for usize { type Error = TryFromIntError; fn try_from(x: u64) -> Result<usize, TryFromIntError> { Ok(x as usize) } }
impl crate::str::FromStr for usize { type Err = ParseIntError; #[track_caller] fn from_str(text: &str) -> Result<usize, ParseIntError> { usize::from_str_radix(text, 10) } }
impl From<bool> for usize { fn from(x: bool) -> usize { x as usize } }

impl usize {
    pub const MIN: usize = 0;
    pub const MAX: usize = 18446744073709551615;
    pub const BITS: u32 = 64;
    pub const fn count_ones(self) -> u32 { unsafe { i::ctpop(self) } }
    pub const fn count_zeros(self) -> u32 { unsafe { i::ctpop(!self) } }
    pub const fn leading_zeros(self) -> u32 { unsafe { i::ctlz(self) } }
    pub const fn trailing_zeros(self) -> u32 { unsafe { i::cttz(self) } }
    pub const fn leading_ones(self) -> u32 { unsafe { i::ctlz(!self) } }
    pub const fn trailing_ones(self) -> u32 { unsafe { i::cttz(!self) } }
    pub const fn rotate_left(self, n: u32) -> usize { unsafe { i::rotate_left(self, n) } }
    pub const fn rotate_right(self, n: u32) -> usize { unsafe { i::rotate_right(self, n) } }
    pub const fn swap_bytes(self) -> usize { unsafe { i::bswap(self) } }
    pub const fn reverse_bits(self) -> usize { unsafe { i::bitreverse(self) } }
    pub const fn to_be(self) -> usize { self.swap_bytes() }
    pub const fn to_le(self) -> usize { self }
    pub const fn from_be(x: usize) -> usize { x.swap_bytes() }
    pub const fn from_le(x: usize) -> usize { x }
    pub const fn to_ne_bytes(self) -> [u8; 8] { unsafe { i::transmute(self) } }
    pub const fn to_le_bytes(self) -> [u8; 8] { unsafe { i::transmute(self) } }
    pub const fn to_be_bytes(self) -> [u8; 8] { unsafe { i::transmute(self.swap_bytes()) } }
    pub const fn from_ne_bytes(bytes: [u8; 8]) -> usize { unsafe { i::transmute(bytes) } }
    pub const fn from_le_bytes(bytes: [u8; 8]) -> usize { unsafe { i::transmute(bytes) } }
    pub const fn from_be_bytes(bytes: [u8; 8]) -> usize { usize::swap_bytes(unsafe { i::transmute(bytes) }) }
    pub const fn wrapping_add(self, o: usize) -> usize { unsafe { i::wrapping_add(self, o) } }
    pub const fn overflowing_add(self, o: usize) -> (usize, bool) { unsafe { i::add_with_overflow(self, o) } }
    pub const fn checked_add(self, o: usize) -> Option<usize> { let (x, over) = self.overflowing_add(o); if over { None } else { Some(x) } }
    pub const fn saturating_add(self, o: usize) -> usize { unsafe { i::saturating_add(self, o) } }
    pub const unsafe fn unchecked_add(self, o: usize) -> usize { unsafe { i::unchecked_add(self, o) } }
    pub const fn wrapping_sub(self, o: usize) -> usize { unsafe { i::wrapping_sub(self, o) } }
    pub const fn overflowing_sub(self, o: usize) -> (usize, bool) { unsafe { i::sub_with_overflow(self, o) } }
    pub const fn checked_sub(self, o: usize) -> Option<usize> { let (x, over) = self.overflowing_sub(o); if over { None } else { Some(x) } }
    pub const fn saturating_sub(self, o: usize) -> usize { unsafe { i::saturating_sub(self, o) } }
    pub const unsafe fn unchecked_sub(self, o: usize) -> usize { unsafe { i::unchecked_sub(self, o) } }
    pub const fn wrapping_mul(self, o: usize) -> usize { unsafe { i::wrapping_mul(self, o) } }
    pub const fn overflowing_mul(self, o: usize) -> (usize, bool) { unsafe { i::mul_with_overflow(self, o) } }
    pub const fn checked_mul(self, o: usize) -> Option<usize> { let (x, over) = self.overflowing_mul(o); if over { None } else { Some(x) } }
    pub const fn saturating_mul(self, o: usize) -> usize { let (x, over) = self.overflowing_mul(o); if over { usize::MAX } else { x } }
    pub const unsafe fn unchecked_mul(self, o: usize) -> usize { unsafe { i::unchecked_mul(self, o) } }
    #[track_caller] pub const fn wrapping_div(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn overflowing_div(self, o: usize) -> (usize, bool) { (self / o, false) }
    pub const fn checked_div(self, o: usize) -> Option<usize> { if o == 0 { None } else { Some(unsafe { i::unchecked_div(self, o) }) } }
    #[track_caller] pub const fn wrapping_div_euclid(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn overflowing_div_euclid(self, o: usize) -> (usize, bool) { (self / o, false) }
    pub const fn checked_div_euclid(self, o: usize) -> Option<usize> { if o == 0 { None } else { Some(unsafe { i::unchecked_div(self, o) }) } }
    #[track_caller] pub const fn wrapping_rem(self, o: usize) -> usize { self % o }
    #[track_caller] pub const fn overflowing_rem(self, o: usize) -> (usize, bool) { (self % o, false) }
    pub const fn checked_rem(self, o: usize) -> Option<usize> { if o == 0 { None } else { Some(unsafe { i::unchecked_rem(self, o) }) } }
    #[track_caller] pub const fn wrapping_rem_euclid(self, o: usize) -> usize { self % o }
    #[track_caller] pub const fn overflowing_rem_euclid(self, o: usize) -> (usize, bool) { (self % o, false) }
    pub const fn checked_rem_euclid(self, o: usize) -> Option<usize> { if o == 0 { None } else { Some(unsafe { i::unchecked_rem(self, o) }) } }
    #[track_caller] pub const fn saturating_div(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn div_euclid(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn rem_euclid(self, o: usize) -> usize { self % o }
    #[track_caller] pub const fn div_ceil(self, o: usize) -> usize { let d = self / o; if self % o > 0 { d + 1 } else { d } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn next_multiple_of(self, o: usize) -> usize { match self % o { 0 => self, r => self + (o - r) } }
    pub const fn checked_next_multiple_of(self, o: usize) -> Option<usize> { if o == 0 { return None; } match self % o { 0 => Some(self), r => self.checked_add(o - r) } }
    pub const fn is_multiple_of(self, o: usize) -> bool { if o == 0 { self == 0 } else { self % o == 0 } }
    pub const fn wrapping_neg(self) -> usize { unsafe { i::wrapping_sub(0, self) } }
    pub const fn overflowing_neg(self) -> (usize, bool) { (self.wrapping_neg(), self != 0) }
    pub const fn checked_neg(self) -> Option<usize> { if self != 0 { None } else { Some(self.wrapping_neg()) } }
    pub const fn wrapping_shl(self, n: u32) -> usize { unsafe { i::wrapping_shl(self, n) } }
    pub const fn overflowing_shl(self, n: u32) -> (usize, bool) { (self.wrapping_shl(n), n >= 64) }
    pub const fn checked_shl(self, n: u32) -> Option<usize> { if n < 64 { Some(self.wrapping_shl(n)) } else { None } }
    pub const fn unbounded_shl(self, n: u32) -> usize { if n < 64 { self.wrapping_shl(n) } else { 0 } }
    pub const fn wrapping_shr(self, n: u32) -> usize { unsafe { i::wrapping_shr(self, n) } }
    pub const fn overflowing_shr(self, n: u32) -> (usize, bool) { (self.wrapping_shr(n), n >= 64) }
    pub const fn checked_shr(self, n: u32) -> Option<usize> { if n < 64 { Some(self.wrapping_shr(n)) } else { None } }
    pub const fn unbounded_shr(self, n: u32) -> usize { if n < 64 { self.wrapping_shr(n) } else { 0 } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn pow(self, n: u32) -> usize { if n == 0 { return 1; } let mut n = n; let mut base = self; let mut all: usize = 1; loop { if n & 1 == 1 { all = all * base; if n == 1 { return all; } } n = n / 2; base = base * base; } }
    pub const fn wrapping_pow(self, n: u32) -> usize { if n == 0 { return 1; } let mut n = n; let mut base = self; let mut all: usize = 1; loop { if n & 1 == 1 { all = all.wrapping_mul(base); if n == 1 { return all; } } n = n / 2; base = base.wrapping_mul(base); } }
    pub const fn overflowing_pow(self, n: u32) -> (usize, bool) { if n == 0 { return (1, false); } let mut n = n; let mut base = self; let mut all: usize = 1; let mut over = false; loop { if n & 1 == 1 { let (x, o) = all.overflowing_mul(base); all = x; over = over | o; if n == 1 { return (all, over); } } n = n / 2; let (x, o) = base.overflowing_mul(base); base = x; over = over | o; } }
    pub const fn checked_pow(self, n: u32) -> Option<usize> { if n == 0 { return Some(1); } let mut n = n; let mut base = self; let mut all: usize = 1; loop { if n & 1 == 1 { match all.checked_mul(base) { Some(x) => all = x, None => return None }; if n == 1 { return Some(all); } } n = n / 2; match base.checked_mul(base) { Some(x) => base = x, None => return None }; } }
    pub const fn saturating_pow(self, n: u32) -> usize { match self.checked_pow(n) { Some(x) => x, None => usize::MAX } }
    pub const fn abs_diff(self, o: usize) -> usize { if self < o { o.wrapping_sub(self) } else { self.wrapping_sub(o) } }
    pub const fn is_power_of_two(self) -> bool { self.count_ones() == 1 }
    const fn one_less_than_next_power_of_two(self) -> usize { if self <= 1 { 0 } else { usize::MAX.wrapping_shr((self - 1).leading_zeros()) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn next_power_of_two(self) -> usize { self.one_less_than_next_power_of_two() + 1 }
    pub const fn checked_next_power_of_two(self) -> Option<usize> { self.one_less_than_next_power_of_two().checked_add(1) }
    pub const fn cast_signed(self) -> isize { self as isize }
    pub const fn wrapping_add_signed(self, o: isize) -> usize { self.wrapping_add(o as usize) }
    pub const fn checked_add_signed(self, o: isize) -> Option<usize> { let x = self.wrapping_add(o as usize); if (x < self) != (o < 0) { None } else { Some(x) } }
    pub const fn saturating_add_signed(self, o: isize) -> usize { match self.checked_add_signed(o) { Some(x) => x, None => if o < 0 { 0 } else { usize::MAX } } }
    pub const fn checked_signed_diff(self, o: usize) -> Option<isize> { let d = self.wrapping_sub(o) as isize; if (d < 0) == (self < o) { Some(d) } else { None } }
    pub const fn overflowing_add_signed(self, o: isize) -> (usize, bool) { let x = self.wrapping_add(o as usize); (x, (x < self) != (o < 0)) }
    pub const fn saturating_sub_signed(self, o: isize) -> usize { match self.checked_sub_signed(o) { Some(x) => x, None => if o < 0 { usize::MAX } else { 0 } } }
    pub const fn checked_sub_signed(self, o: isize) -> Option<usize> { let (x, over) = self.overflowing_sub_signed(o); if over { None } else { Some(x) } }
    pub const fn wrapping_sub_signed(self, o: isize) -> usize { self.wrapping_sub(o as usize) }
    pub const fn overflowing_sub_signed(self, o: isize) -> (usize, bool) { let x = self.wrapping_sub(o as usize); (x, (x > self) != (o < 0)) }
    pub fn carrying_add(self, o: usize, carry: bool) -> (usize, bool) { let (x, a) = self.overflowing_add(o); let (x, b) = x.overflowing_add(carry as usize); (x, a | b) }
    pub fn borrowing_sub(self, o: usize, borrow: bool) -> (usize, bool) { let (x, a) = self.overflowing_sub(o); let (x, b) = x.overflowing_sub(borrow as usize); (x, a | b) }
    pub fn carrying_mul(self, o: usize, carry: usize) -> (usize, usize) { self.carrying_mul_add(o, carry, 0) }
    pub fn carrying_mul_add(self, o: usize, carry: usize, add: usize) -> (usize, usize) { let (x, a) = self.wrapping_mul(o).overflowing_add(carry); let (x, b) = x.overflowing_add(add); (x, unsafe { i::mul_high(self, o) } + a as usize + b as usize) }
    #[track_caller] pub const fn strict_add_signed(self, o: isize) -> usize { match self.checked_add_signed(o) { Some(x) => x, None => panic!("attempt to add with overflow") } }
    #[track_caller] pub const fn strict_sub_signed(self, o: isize) -> usize { match self.checked_sub_signed(o) { Some(x) => x, None => panic!("attempt to subtract with overflow") } }
    #[track_caller] pub const fn strict_div(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn strict_div_euclid(self, o: usize) -> usize { self / o }
    #[track_caller] pub const fn strict_rem(self, o: usize) -> usize { self % o }
    #[track_caller] pub const fn strict_rem_euclid(self, o: usize) -> usize { self % o }
    #[track_caller] pub const fn strict_shl(self, n: u32) -> usize { if n >= 64 { panic!("attempt to shift left with overflow") } self.wrapping_shl(n) }
    pub const unsafe fn unchecked_shl(self, n: u32) -> usize { self.wrapping_shl(n) }
    #[track_caller] pub const fn strict_shr(self, n: u32) -> usize { if n >= 64 { panic!("attempt to shift right with overflow") } self.wrapping_shr(n) }
    pub const unsafe fn unchecked_shr(self, n: u32) -> usize { self.wrapping_shr(n) }
    #[track_caller] pub const fn strict_pow(self, n: u32) -> usize { match self.checked_pow(n) { Some(x) => x, None => panic!("attempt to multiply with overflow") } }
    #[track_caller] pub const fn from_str_radix(text: &str, radix: u32) -> Result<usize, ParseIntError> { if radix < 2 || radix > 36 { panic!("from_ascii_radix: radix must lie in the range `[2, 36]`"); } let bytes = text.as_bytes(); let n = bytes.len(); if n == 0 { return Err(ParseIntError { kind: IntErrorKind::Empty }); } let mut at = 0; match bytes[0] { b'+' if n > 1 => at = 1, _ => {} } let mut x: usize = 0; while at < n { let digit = match (bytes[at] as char).to_digit(radix) { Some(d) => d as usize, None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }) }; x = match x.checked_mul(radix as usize) { Some(x) => match x.checked_add(digit) { Some(x) => x, None => return Err(ParseIntError { kind: IntErrorKind::PosOverflow }) }, None => return Err(ParseIntError { kind: IntErrorKind::PosOverflow }) }; at += 1; } Ok(x) }
    #[track_caller] pub const fn strict_add(self, o: usize) -> usize { match self.checked_add(o) { Some(x) => x, None => panic!("attempt to add with overflow") } }
    #[track_caller] pub const fn strict_sub(self, o: usize) -> usize { match self.checked_sub(o) { Some(x) => x, None => panic!("attempt to subtract with overflow") } }
    #[track_caller] pub const fn strict_mul(self, o: usize) -> usize { match self.checked_mul(o) { Some(x) => x, None => panic!("attempt to multiply with overflow") } }
    #[track_caller] pub const fn strict_neg(self) -> usize { match self.checked_neg() { Some(x) => x, None => panic!("attempt to negate with overflow") } }
    pub const fn checked_ilog2(self) -> Option<u32> { if self == 0 { None } else { Some(63 - self.leading_zeros()) } }
    pub const fn checked_ilog(self, base: usize) -> Option<u32> { if self == 0 || base <= 1 { return None; } let mut n = 0; let mut r = self; while r >= base { r = r / base; n = n + 1; } Some(n) }
    pub const fn checked_ilog10(self) -> Option<u32> { self.checked_ilog(10) }
    #[track_caller] pub const fn ilog2(self) -> u32 { match self.checked_ilog2() { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    #[track_caller] pub const fn ilog10(self) -> u32 { match self.checked_ilog(10) { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    #[track_caller] pub const fn ilog(self, base: usize) -> u32 { if base < 2 { panic!("base of integer logarithm must be at least 2"); } match self.checked_ilog(base) { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    pub const fn isqrt(self) -> usize { let mut x = self; let mut r: usize = 0; let mut bit: usize = 1 << 62; while bit > x { bit = bit >> 2; } while bit != 0 { if x >= r + bit { x = x - (r + bit); r = (r >> 1) + bit; } else { r = r >> 1; } bit = bit >> 2; } r }
    pub const fn midpoint(self, o: usize) -> usize { ((self ^ o) >> 1) + (self & o) }
    pub const fn min_value() -> usize { usize::MIN }
    pub const fn max_value() -> usize { usize::MAX }
}
