//! i8: written by tools/gen_prelude.py.
use crate::cmp::Ordering;
use crate::fmt::{Debug, Display};
use crate::intrinsics as i;
use crate::iter::Step;
use crate::num::{Int, IntErrorKind, Num, ParseIntError, ShiftCount, TryFromIntError};
use crate::ops::*;

pub const MIN: i8 = -128;
pub const MAX: i8 = 127;

impl Add for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn add(self, o: i8) -> i8 { self + o } }
impl AddAssign for i8 { #[track_caller] #[rustc_inherit_overflow_checks] fn add_assign(&mut self, o: i8) { *self += o; } }
impl Sub for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn sub(self, o: i8) -> i8 { self - o } }
impl SubAssign for i8 { #[track_caller] #[rustc_inherit_overflow_checks] fn sub_assign(&mut self, o: i8) { *self -= o; } }
impl Mul for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn mul(self, o: i8) -> i8 { self * o } }
impl MulAssign for i8 { #[track_caller] #[rustc_inherit_overflow_checks] fn mul_assign(&mut self, o: i8) { *self *= o; } }
impl Div for i8 { type Output = i8; #[track_caller] fn div(self, o: i8) -> i8 { self / o } }
impl DivAssign for i8 { #[track_caller] fn div_assign(&mut self, o: i8) { *self /= o; } }
impl Rem for i8 { type Output = i8; #[track_caller] fn rem(self, o: i8) -> i8 { self % o } }
impl RemAssign for i8 { #[track_caller] fn rem_assign(&mut self, o: i8) { *self %= o; } }
impl BitAnd for i8 { type Output = i8; fn bitand(self, o: i8) -> i8 { self & o } }
impl BitAndAssign for i8 { fn bitand_assign(&mut self, o: i8) { *self &= o; } }
impl BitOr for i8 { type Output = i8; fn bitor(self, o: i8) -> i8 { self | o } }
impl BitOrAssign for i8 { fn bitor_assign(&mut self, o: i8) { *self |= o; } }
impl BitXor for i8 { type Output = i8; fn bitxor(self, o: i8) -> i8 { self ^ o } }
impl BitXorAssign for i8 { fn bitxor_assign(&mut self, o: i8) { *self ^= o; } }
impl<R: ShiftCount> Shl<R> for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn shl(self, o: R) -> i8 { self << o.shift_count() } }
impl<R: ShiftCount> Shl<R> for &i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn shl(self, o: R) -> i8 { *self << o.shift_count() } }
impl<R: ShiftCount> ShlAssign<R> for i8 { #[track_caller] #[rustc_inherit_overflow_checks] fn shl_assign(&mut self, o: R) { *self <<= o.shift_count(); } }
impl<R: ShiftCount> Shr<R> for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn shr(self, o: R) -> i8 { self >> o.shift_count() } }
impl<R: ShiftCount> Shr<R> for &i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn shr(self, o: R) -> i8 { *self >> o.shift_count() } }
impl<R: ShiftCount> ShrAssign<R> for i8 { #[track_caller] #[rustc_inherit_overflow_checks] fn shr_assign(&mut self, o: R) { *self >>= o.shift_count(); } }
impl Num for i8 { const ZERO: i8 = 0; const ONE: i8 = 1; }
impl Int for i8 {}
impl ShiftCount for i8 { fn shift_count(self) -> u32 { if self < 0 { self as u32 & 63 | 128 } else { self as u32 } } }
impl Not for i8 { type Output = i8; fn not(self) -> i8 { !self } }
impl Not for &i8 { type Output = i8; fn not(self) -> i8 { !*self } }
impl Neg for i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> i8 { -self } }
impl Neg for &i8 { type Output = i8; #[track_caller] #[rustc_inherit_overflow_checks] fn neg(self) -> i8 { -*self } }
impl Debug for i8 {}
impl Display for i8 {}
impl Default for i8 { fn default() -> i8 { 0 } }
impl PartialEq for i8 { fn eq(&self, o: &i8) -> bool { *self == *o } fn ne(&self, o: &i8) -> bool { *self != *o } }
impl Eq for i8 {}
impl Ord for i8 { fn cmp(&self, o: &i8) -> Ordering { if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater } } #[track_caller] fn clamp(self, min: i8, max: i8) -> i8 { assert!(min <= max, "min > max. min = {min:?}, max = {max:?}"); if self < min { min } else if self > max { max } else { self } } }
impl PartialOrd for i8 { fn partial_cmp(&self, o: &i8) -> Option<Ordering> { Some(if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater }) } fn lt(&self, o: &i8) -> bool { *self < *o } fn le(&self, o: &i8) -> bool { *self <= *o } fn gt(&self, o: &i8) -> bool { *self > *o } fn ge(&self, o: &i8) -> bool { *self >= *o } }
impl crate::hash::Hash for i8 { fn hash<H: crate::hash::Hasher>(&self, state: &mut H) { state.write_i8(*self); } fn hash_slice<H: crate::hash::Hasher>(data: &[i8], state: &mut H) { state.write(unsafe { &*i::slice_from_raw_parts(data.as_ptr() as *const u8, 1 * data.len()) }); } }
impl Step for i8 {
    fn steps_between(start: &i8, end: &i8) -> usize { if *start < *end { unsafe { i::wrapping_sub(*end as usize, *start as usize) } } else { 0 } }
    fn forward(start: i8, n: usize) -> i8 { unsafe { i::wrapping_add(start, n as i8) } }
    fn backward(start: i8, n: usize) -> i8 { unsafe { i::wrapping_sub(start, n as i8) } }
    #[track_caller] #[rustc_inherit_overflow_checks] fn after(start: i8, n: usize) -> i8 { if n == 1 { return start + 1; } if n > Step::steps_between(&start, &i8::MAX) { let _top = unsafe { i::black_box(i8::MAX) } + 1; } Step::forward(start, n) }
    fn next(start: i8) -> i8 { unsafe { i::unchecked_add(start, 1) } }
    fn previous(start: i8) -> i8 { unsafe { i::unchecked_sub(start, 1) } }
}
impl TryFrom<i16> for i8 { type Error = TryFromIntError; fn try_from(x: i16) -> Result<i8, TryFromIntError> { if x < -128 || x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<i32> for i8 { type Error = TryFromIntError; fn try_from(x: i32) -> Result<i8, TryFromIntError> { if x < -128 || x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<i64> for i8 { type Error = TryFromIntError; fn try_from(x: i64) -> Result<i8, TryFromIntError> { if x < -128 || x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<isize> for i8 { type Error = TryFromIntError; fn try_from(x: isize) -> Result<i8, TryFromIntError> { if x < -128 || x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<u8> for i8 { type Error = TryFromIntError; fn try_from(x: u8) -> Result<i8, TryFromIntError> { if x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<u16> for i8 { type Error = TryFromIntError; fn try_from(x: u16) -> Result<i8, TryFromIntError> { if x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<u32> for i8 { type Error = TryFromIntError; fn try_from(x: u32) -> Result<i8, TryFromIntError> { if x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<u64> for i8 { type Error = TryFromIntError; fn try_from(x: u64) -> Result<i8, TryFromIntError> { if x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl TryFrom<usize> for i8 { type Error = TryFromIntError; fn try_from(x: usize) -> Result<i8, TryFromIntError> { if x > 127 { Err(TryFromIntError(())) } else { Ok(x as i8) } } }
impl crate::str::FromStr for i8 { type Err = ParseIntError; #[track_caller] fn from_str(text: &str) -> Result<i8, ParseIntError> { i8::from_str_radix(text, 10) } }
impl From<bool> for i8 { fn from(x: bool) -> i8 { x as i8 } }

impl i8 {
    pub const MIN: i8 = -128;
    pub const MAX: i8 = 127;
    pub const BITS: u32 = 8;
    pub const fn count_ones(self) -> u32 { unsafe { i::ctpop(self) } }
    pub const fn count_zeros(self) -> u32 { unsafe { i::ctpop(!self) } }
    pub const fn leading_zeros(self) -> u32 { unsafe { i::ctlz(self) } }
    pub const fn trailing_zeros(self) -> u32 { unsafe { i::cttz(self) } }
    pub const fn leading_ones(self) -> u32 { unsafe { i::ctlz(!self) } }
    pub const fn trailing_ones(self) -> u32 { unsafe { i::cttz(!self) } }
    pub const fn rotate_left(self, n: u32) -> i8 { unsafe { i::rotate_left(self, n) } }
    pub const fn rotate_right(self, n: u32) -> i8 { unsafe { i::rotate_right(self, n) } }
    pub const fn swap_bytes(self) -> i8 { self }
    pub const fn reverse_bits(self) -> i8 { unsafe { i::bitreverse(self) } }
    pub const fn to_be(self) -> i8 { self.swap_bytes() }
    pub const fn to_le(self) -> i8 { self }
    pub const fn from_be(x: i8) -> i8 { x.swap_bytes() }
    pub const fn from_le(x: i8) -> i8 { x }
    pub const fn to_ne_bytes(self) -> [u8; 1] { unsafe { i::transmute(self) } }
    pub const fn to_le_bytes(self) -> [u8; 1] { unsafe { i::transmute(self) } }
    pub const fn to_be_bytes(self) -> [u8; 1] { unsafe { i::transmute(self.swap_bytes()) } }
    pub const fn from_ne_bytes(bytes: [u8; 1]) -> i8 { unsafe { i::transmute(bytes) } }
    pub const fn from_le_bytes(bytes: [u8; 1]) -> i8 { unsafe { i::transmute(bytes) } }
    pub const fn from_be_bytes(bytes: [u8; 1]) -> i8 { i8::swap_bytes(unsafe { i::transmute(bytes) }) }
    pub const fn wrapping_add(self, o: i8) -> i8 { unsafe { i::wrapping_add(self, o) } }
    pub const fn overflowing_add(self, o: i8) -> (i8, bool) { unsafe { i::add_with_overflow(self, o) } }
    pub const fn checked_add(self, o: i8) -> Option<i8> { let (x, over) = self.overflowing_add(o); if over { None } else { Some(x) } }
    pub const fn saturating_add(self, o: i8) -> i8 { unsafe { i::saturating_add(self, o) } }
    pub const unsafe fn unchecked_add(self, o: i8) -> i8 { unsafe { i::unchecked_add(self, o) } }
    pub const fn wrapping_sub(self, o: i8) -> i8 { unsafe { i::wrapping_sub(self, o) } }
    pub const fn overflowing_sub(self, o: i8) -> (i8, bool) { unsafe { i::sub_with_overflow(self, o) } }
    pub const fn checked_sub(self, o: i8) -> Option<i8> { let (x, over) = self.overflowing_sub(o); if over { None } else { Some(x) } }
    pub const fn saturating_sub(self, o: i8) -> i8 { unsafe { i::saturating_sub(self, o) } }
    pub const unsafe fn unchecked_sub(self, o: i8) -> i8 { unsafe { i::unchecked_sub(self, o) } }
    pub const fn wrapping_mul(self, o: i8) -> i8 { unsafe { i::wrapping_mul(self, o) } }
    pub const fn overflowing_mul(self, o: i8) -> (i8, bool) { unsafe { i::mul_with_overflow(self, o) } }
    pub const fn checked_mul(self, o: i8) -> Option<i8> { let (x, over) = self.overflowing_mul(o); if over { None } else { Some(x) } }
    pub const fn saturating_mul(self, o: i8) -> i8 { let (x, over) = self.overflowing_mul(o); if over { if (self < 0) == (o < 0) { i8::MAX } else { i8::MIN } } else { x } }
    pub const unsafe fn unchecked_mul(self, o: i8) -> i8 { unsafe { i::unchecked_mul(self, o) } }
    #[track_caller] pub const fn wrapping_div(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { i8::MIN } else { self / o } }
    #[track_caller] pub const fn overflowing_div(self, o: i8) -> (i8, bool) { if self == i8::MIN && o == -1 { (i8::MIN, true) } else { (self / o, false) } }
    pub const fn checked_div(self, o: i8) -> Option<i8> { if o == 0 || self == i8::MIN && o == -1 { None } else { Some(unsafe { i::unchecked_div(self, o) }) } }
    #[track_caller] pub const fn wrapping_div_euclid(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { i8::MIN } else { self.div_euclid(o) } }
    #[track_caller] pub const fn overflowing_div_euclid(self, o: i8) -> (i8, bool) { if self == i8::MIN && o == -1 { (i8::MIN, true) } else { (self.div_euclid(o), false) } }
    pub const fn checked_div_euclid(self, o: i8) -> Option<i8> { if o == 0 || self == i8::MIN && o == -1 { None } else { Some(self.div_euclid(o)) } }
    #[track_caller] pub const fn wrapping_rem(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { 0 } else { self % o } }
    #[track_caller] pub const fn overflowing_rem(self, o: i8) -> (i8, bool) { if self == i8::MIN && o == -1 { (0, true) } else { (self % o, false) } }
    pub const fn checked_rem(self, o: i8) -> Option<i8> { if o == 0 || self == i8::MIN && o == -1 { None } else { Some(unsafe { i::unchecked_rem(self, o) }) } }
    #[track_caller] pub const fn wrapping_rem_euclid(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { 0 } else { self.rem_euclid(o) } }
    #[track_caller] pub const fn overflowing_rem_euclid(self, o: i8) -> (i8, bool) { if self == i8::MIN && o == -1 { (0, true) } else { (self.rem_euclid(o), false) } }
    pub const fn checked_rem_euclid(self, o: i8) -> Option<i8> { if o == 0 || self == i8::MIN && o == -1 { None } else { Some(self.rem_euclid(o)) } }
    #[track_caller] pub const fn saturating_div(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { i8::MAX } else { self / o } }
    #[track_caller] pub const fn div_euclid(self, o: i8) -> i8 { let q = self / o; if self % o < 0 { if o > 0 { q - 1 } else { q + 1 } } else { q } }
    #[track_caller] pub const fn rem_euclid(self, o: i8) -> i8 { let r = self % o; if r < 0 { r.wrapping_add(o.wrapping_abs()) } else { r } }
    pub const fn wrapping_neg(self) -> i8 { unsafe { i::wrapping_sub(0, self) } }
    pub const fn overflowing_neg(self) -> (i8, bool) { (self.wrapping_neg(), self == i8::MIN) }
    pub const fn checked_neg(self) -> Option<i8> { if self == i8::MIN { None } else { Some(self.wrapping_neg()) } }
    pub const fn wrapping_shl(self, n: u32) -> i8 { unsafe { i::wrapping_shl(self, n) } }
    pub const fn overflowing_shl(self, n: u32) -> (i8, bool) { (self.wrapping_shl(n), n >= 8) }
    pub const fn checked_shl(self, n: u32) -> Option<i8> { if n < 8 { Some(self.wrapping_shl(n)) } else { None } }
    pub const fn unbounded_shl(self, n: u32) -> i8 { if n < 8 { self.wrapping_shl(n) } else { 0 } }
    pub const fn wrapping_shr(self, n: u32) -> i8 { unsafe { i::wrapping_shr(self, n) } }
    pub const fn overflowing_shr(self, n: u32) -> (i8, bool) { (self.wrapping_shr(n), n >= 8) }
    pub const fn checked_shr(self, n: u32) -> Option<i8> { if n < 8 { Some(self.wrapping_shr(n)) } else { None } }
    pub const fn unbounded_shr(self, n: u32) -> i8 { if n < 8 { self.wrapping_shr(n) } else { self.wrapping_shr(7) } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn pow(self, n: u32) -> i8 { if n == 0 { return 1; } let mut n = n; let mut base = self; let mut all: i8 = 1; loop { if n & 1 == 1 { all = all * base; if n == 1 { return all; } } n = n / 2; base = base * base; } }
    pub const fn wrapping_pow(self, n: u32) -> i8 { if n == 0 { return 1; } let mut n = n; let mut base = self; let mut all: i8 = 1; loop { if n & 1 == 1 { all = all.wrapping_mul(base); if n == 1 { return all; } } n = n / 2; base = base.wrapping_mul(base); } }
    pub const fn overflowing_pow(self, n: u32) -> (i8, bool) { if n == 0 { return (1, false); } let mut n = n; let mut base = self; let mut all: i8 = 1; let mut over = false; loop { if n & 1 == 1 { let (x, o) = all.overflowing_mul(base); all = x; over = over | o; if n == 1 { return (all, over); } } n = n / 2; let (x, o) = base.overflowing_mul(base); base = x; over = over | o; } }
    pub const fn checked_pow(self, n: u32) -> Option<i8> { if n == 0 { return Some(1); } let mut n = n; let mut base = self; let mut all: i8 = 1; loop { if n & 1 == 1 { match all.checked_mul(base) { Some(x) => all = x, None => return None }; if n == 1 { return Some(all); } } n = n / 2; match base.checked_mul(base) { Some(x) => base = x, None => return None }; } }
    pub const fn saturating_pow(self, n: u32) -> i8 { match self.checked_pow(n) { Some(x) => x, None => if self < 0 && n % 2 == 1 { i8::MIN } else { i8::MAX } } }
    #[track_caller] #[rustc_inherit_overflow_checks] pub const fn abs(self) -> i8 { if self < 0 { -self } else { self } }
    pub const fn wrapping_abs(self) -> i8 { if self < 0 { self.wrapping_neg() } else { self } }
    pub const fn overflowing_abs(self) -> (i8, bool) { (self.wrapping_abs(), self == i8::MIN) }
    pub const fn checked_abs(self) -> Option<i8> { if self == i8::MIN { None } else { Some(self.wrapping_abs()) } }
    pub const fn saturating_abs(self) -> i8 { if self == i8::MIN { i8::MAX } else { self.wrapping_abs() } }
    pub const fn saturating_neg(self) -> i8 { if self == i8::MIN { i8::MAX } else { self.wrapping_neg() } }
    pub const fn unsigned_abs(self) -> u8 { self.wrapping_abs() as u8 }
    pub const fn abs_diff(self, o: i8) -> u8 { if self < o { (o as u8).wrapping_sub(self as u8) } else { (self as u8).wrapping_sub(o as u8) } }
    pub const fn signum(self) -> i8 { if self < 0 { -1 } else if self > 0 { 1 } else { 0 } }
    pub const fn is_negative(self) -> bool { self < 0 }
    pub const fn is_positive(self) -> bool { self > 0 }
    pub const fn cast_unsigned(self) -> u8 { self as u8 }
    pub const fn wrapping_add_unsigned(self, o: u8) -> i8 { self.wrapping_add(o as i8) }
    pub const fn wrapping_sub_unsigned(self, o: u8) -> i8 { self.wrapping_sub(o as i8) }
    pub const fn checked_add_unsigned(self, o: u8) -> Option<i8> { let x = self.wrapping_add(o as i8); if x < self { None } else { Some(x) } }
    pub const fn saturating_add_unsigned(self, o: u8) -> i8 { match self.checked_add_unsigned(o) { Some(x) => x, None => i8::MAX } }
    pub const fn saturating_sub_unsigned(self, o: u8) -> i8 { match self.checked_sub_unsigned(o) { Some(x) => x, None => i8::MIN } }
    pub const fn overflowing_add_unsigned(self, o: u8) -> (i8, bool) { let x = self.wrapping_add(o as i8); (x, x < self) }
    pub const fn overflowing_sub_unsigned(self, o: u8) -> (i8, bool) { let x = self.wrapping_sub(o as i8); (x, x > self) }
    pub const fn checked_isqrt(self) -> Option<i8> { if self < 0 { None } else { Some(self.isqrt()) } }
    pub const fn checked_sub_unsigned(self, o: u8) -> Option<i8> { let x = self.wrapping_sub(o as i8); if x > self { None } else { Some(x) } }
    #[track_caller] pub const fn strict_add_unsigned(self, o: u8) -> i8 { match self.checked_add_unsigned(o) { Some(x) => x, None => panic!("attempt to add with overflow") } }
    #[track_caller] pub const fn strict_sub_unsigned(self, o: u8) -> i8 { match self.checked_sub_unsigned(o) { Some(x) => x, None => panic!("attempt to subtract with overflow") } }
    #[track_caller] pub const fn strict_div(self, o: i8) -> i8 { self / o }
    #[track_caller] pub const fn strict_div_euclid(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { panic!("attempt to divide with overflow") } self.div_euclid(o) }
    #[track_caller] pub const fn strict_rem(self, o: i8) -> i8 { self % o }
    #[track_caller] pub const fn strict_rem_euclid(self, o: i8) -> i8 { if self == i8::MIN && o == -1 { panic!("attempt to calculate the remainder with overflow") } self.rem_euclid(o) }
    #[track_caller] pub const fn strict_shl(self, n: u32) -> i8 { if n >= 8 { panic!("attempt to shift left with overflow") } self.wrapping_shl(n) }
    pub const unsafe fn unchecked_shl(self, n: u32) -> i8 { self.wrapping_shl(n) }
    #[track_caller] pub const fn strict_shr(self, n: u32) -> i8 { if n >= 8 { panic!("attempt to shift right with overflow") } self.wrapping_shr(n) }
    pub const unsafe fn unchecked_shr(self, n: u32) -> i8 { self.wrapping_shr(n) }
    #[track_caller] pub const fn strict_pow(self, n: u32) -> i8 { match self.checked_pow(n) { Some(x) => x, None => panic!("attempt to multiply with overflow") } }
    #[track_caller] pub const fn strict_abs(self) -> i8 { match self.checked_abs() { Some(x) => x, None => panic!("attempt to negate with overflow") } }
    pub const unsafe fn unchecked_neg(self) -> i8 { self.wrapping_neg() }
    #[track_caller] pub const fn from_str_radix(text: &str, radix: u32) -> Result<i8, ParseIntError> { if radix < 2 || radix > 36 { panic!("from_ascii_radix: radix must lie in the range `[2, 36]`"); } let bytes = text.as_bytes(); let n = bytes.len(); if n == 0 { return Err(ParseIntError { kind: IntErrorKind::Empty }); } let mut at = 0; let mut negative = false; match bytes[0] { b'+' if n > 1 => at = 1, b'-' if n > 1 => { at = 1; negative = true; } _ => {} } let mut x: i8 = 0; while at < n { let digit = match (bytes[at] as char).to_digit(radix) { Some(d) => d as i8, None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }) }; x = match x.checked_mul(radix as i8) { Some(x) => match if negative { x.checked_sub(digit) } else { x.checked_add(digit) } { Some(x) => x, None => return Err(ParseIntError { kind: if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow } }) }, None => return Err(ParseIntError { kind: if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow } }) }; at += 1; } Ok(x) }
    #[track_caller] pub const fn strict_add(self, o: i8) -> i8 { match self.checked_add(o) { Some(x) => x, None => panic!("attempt to add with overflow") } }
    #[track_caller] pub const fn strict_sub(self, o: i8) -> i8 { match self.checked_sub(o) { Some(x) => x, None => panic!("attempt to subtract with overflow") } }
    #[track_caller] pub const fn strict_mul(self, o: i8) -> i8 { match self.checked_mul(o) { Some(x) => x, None => panic!("attempt to multiply with overflow") } }
    #[track_caller] pub const fn strict_neg(self) -> i8 { match self.checked_neg() { Some(x) => x, None => panic!("attempt to negate with overflow") } }
    pub const fn checked_ilog2(self) -> Option<u32> { if self <= 0 { None } else { Some(7 - self.leading_zeros()) } }
    pub const fn checked_ilog(self, base: i8) -> Option<u32> { if self <= 0 || base <= 1 { return None; } let mut n = 0; let mut r = self; while r >= base { r = r / base; n = n + 1; } Some(n) }
    pub const fn checked_ilog10(self) -> Option<u32> { self.checked_ilog(10) }
    #[track_caller] pub const fn ilog2(self) -> u32 { match self.checked_ilog2() { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    #[track_caller] pub const fn ilog10(self) -> u32 { match self.checked_ilog(10) { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    #[track_caller] pub const fn ilog(self, base: i8) -> u32 { if base < 2 { panic!("base of integer logarithm must be at least 2"); } match self.checked_ilog(base) { Some(n) => n, None => panic!("argument of integer logarithm must be positive") } }
    #[track_caller] pub const fn isqrt(self) -> i8 { if self < 0 { panic!("argument of integer square root cannot be negative"); } let mut x = self as u8; let mut r: u8 = 0; let mut bit: u8 = 1 << 6; while bit > x { bit = bit >> 2; } while bit != 0 { if x >= r + bit { x = x - (r + bit); r = (r >> 1) + bit; } else { r = r >> 1; } bit = bit >> 2; } r as i8 }
    pub const fn midpoint(self, o: i8) -> i8 { let t = ((self ^ o) >> 1) + (self & o); if t < 0 { t + ((self ^ o) & 1) } else { t } }
    pub const fn min_value() -> i8 { i8::MIN }
    pub const fn max_value() -> i8 { i8::MAX }
}
