//! f64: written by tools/gen_prelude.py.
use crate::cmp::Ordering;
use crate::fmt::{Debug, Display};
use crate::intrinsics as i;
use crate::num::{FpCategory, Num};
use crate::ops::*;

pub const MIN: f64 = f64::MIN;
pub const MAX: f64 = f64::MAX;
pub const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
pub const EPSILON: f64 = f64::EPSILON;
pub const INFINITY: f64 = f64::INFINITY;
pub const NEG_INFINITY: f64 = f64::NEG_INFINITY;
pub const NAN: f64 = f64::NAN;

pub mod consts {
    pub const EULER_GAMMA: f64 = 0.577215664901532860606512090082402431;
    pub const GOLDEN_RATIO: f64 = 1.618033988749894848204586834365638118;
    pub const PI: f64 = 3.14159265358979323846264338327950288;
    pub const TAU: f64 = 6.28318530717958647692528676655900577;
    pub const FRAC_PI_2: f64 = 1.57079632679489661923132169163975144;
    pub const FRAC_PI_3: f64 = 1.04719755119659774615421446109316763;
    pub const FRAC_PI_4: f64 = 0.785398163397448309615660845819875721;
    pub const FRAC_PI_6: f64 = 0.52359877559829887307710723054658381;
    pub const FRAC_PI_8: f64 = 0.39269908169872415480783042290993786;
    pub const FRAC_1_PI: f64 = 0.318309886183790671537767526745028724;
    pub const FRAC_2_PI: f64 = 0.636619772367581343075535053490057448;
    pub const FRAC_2_SQRT_PI: f64 = 1.12837916709551257389615890312154517;
    pub const SQRT_2: f64 = 1.41421356237309504880168872420969808;
    pub const FRAC_1_SQRT_2: f64 = 0.707106781186547524400844362104849039;
    pub const E: f64 = 2.71828182845904523536028747135266250;
    pub const LOG2_E: f64 = 1.44269504088896340735992468100189214;
    pub const LOG2_10: f64 = 3.32192809488736234787031942948939018;
    pub const LOG10_E: f64 = 0.434294481903251827651128918916605082;
    pub const LOG10_2: f64 = 0.301029995663981195213738894724493027;
    pub const LN_2: f64 = 0.693147180559945309417232121458176568;
    pub const LN_10: f64 = 2.30258509299404568401799145468436421;
}

impl Add for f64 { type Output = f64; fn add(self, o: f64) -> f64 { self + o } }
impl AddAssign for f64 { fn add_assign(&mut self, o: f64) { *self += o; } }
impl Sub for f64 { type Output = f64; fn sub(self, o: f64) -> f64 { self - o } }
impl SubAssign for f64 { fn sub_assign(&mut self, o: f64) { *self -= o; } }
impl Mul for f64 { type Output = f64; fn mul(self, o: f64) -> f64 { self * o } }
impl MulAssign for f64 { fn mul_assign(&mut self, o: f64) { *self *= o; } }
impl Div for f64 { type Output = f64; fn div(self, o: f64) -> f64 { self / o } }
impl DivAssign for f64 { fn div_assign(&mut self, o: f64) { *self /= o; } }
impl Rem for f64 { type Output = f64; fn rem(self, o: f64) -> f64 { self % o } }
impl RemAssign for f64 { fn rem_assign(&mut self, o: f64) { *self %= o; } }
impl crate::num::FloatToInt<i8> for f64 { fn to_int(self) -> i8 { self as i8 } }
impl crate::num::FloatToInt<i16> for f64 { fn to_int(self) -> i16 { self as i16 } }
impl crate::num::FloatToInt<i32> for f64 { fn to_int(self) -> i32 { self as i32 } }
impl crate::num::FloatToInt<i64> for f64 { fn to_int(self) -> i64 { self as i64 } }
impl crate::num::FloatToInt<isize> for f64 { fn to_int(self) -> isize { self as isize } }
impl crate::num::FloatToInt<u8> for f64 { fn to_int(self) -> u8 { self as u8 } }
impl crate::num::FloatToInt<u16> for f64 { fn to_int(self) -> u16 { self as u16 } }
impl crate::num::FloatToInt<u32> for f64 { fn to_int(self) -> u32 { self as u32 } }
impl crate::num::FloatToInt<u64> for f64 { fn to_int(self) -> u64 { self as u64 } }
impl crate::num::FloatToInt<usize> for f64 { fn to_int(self) -> usize { self as usize } }
impl Num for f64 { const ZERO: f64 = -0.0; const ONE: f64 = 1.0; }
impl Neg for f64 { type Output = f64; fn neg(self) -> f64 { -self } }
impl Neg for &f64 { type Output = f64; fn neg(self) -> f64 { -*self } }
impl Debug for f64 {}
impl Display for f64 {}
impl Default for f64 { fn default() -> f64 { 0.0 } }
impl PartialEq for f64 { fn eq(&self, o: &f64) -> bool { *self == *o } fn ne(&self, o: &f64) -> bool { *self != *o } }
impl PartialOrd for f64 { fn partial_cmp(&self, o: &f64) -> Option<Ordering> { if *self < *o { Some(Ordering::Less) } else if *self == *o { Some(Ordering::Equal) } else if *self > *o { Some(Ordering::Greater) } else { None } } fn lt(&self, o: &f64) -> bool { *self < *o } fn le(&self, o: &f64) -> bool { *self <= *o } fn gt(&self, o: &f64) -> bool { *self > *o } fn ge(&self, o: &f64) -> bool { *self >= *o } }
impl From<i8> for f64 { fn from(x: i8) -> f64 { x as f64 } }
impl From<i16> for f64 { fn from(x: i16) -> f64 { x as f64 } }
impl From<u8> for f64 { fn from(x: u8) -> f64 { x as f64 } }
impl From<u16> for f64 { fn from(x: u16) -> f64 { x as f64 } }
impl From<i32> for f64 { fn from(x: i32) -> f64 { x as f64 } }
impl From<u32> for f64 { fn from(x: u32) -> f64 { x as f64 } }
impl From<f32> for f64 { fn from(x: f32) -> f64 { x as f64 } }
impl From<bool> for f64 { fn from(x: bool) -> f64 { x as u8 as f64 } }

impl f64 {
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;
    pub const NAN: f64 = f64::from_bits(0x7FF8_0000_0000_0000);
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 53;
    pub const DIGITS: u32 = 15;
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;
    pub const fn floor(self) -> f64 { unsafe { i::floor(self) } }
    pub const fn ceil(self) -> f64 { unsafe { i::ceil(self) } }
    pub const fn trunc(self) -> f64 { unsafe { i::trunc(self) } }
    pub const fn round(self) -> f64 { unsafe { i::round(self) } }
    pub const fn round_ties_even(self) -> f64 { unsafe { i::round_even(self) } }
    pub const fn abs(self) -> f64 { unsafe { i::fabs(self) } }
    pub fn sqrt(self) -> f64 { unsafe { i::sqrt(self) } }
    pub fn sin(self) -> f64 { unsafe { i::sin(self) } }
    pub fn cos(self) -> f64 { unsafe { i::cos(self) } }
    pub fn tan(self) -> f64 { unsafe { i::tan(self) } }
    pub fn asin(self) -> f64 { unsafe { i::asin(self) } }
    pub fn acos(self) -> f64 { unsafe { i::acos(self) } }
    pub fn atan(self) -> f64 { unsafe { i::atan(self) } }
    pub fn sinh(self) -> f64 { unsafe { i::sinh(self) } }
    pub fn cosh(self) -> f64 { unsafe { i::cosh(self) } }
    pub fn tanh(self) -> f64 { unsafe { i::tanh(self) } }
    pub fn asinh(self) -> f64 { unsafe { i::asinh(self) } }
    pub fn acosh(self) -> f64 { unsafe { i::acosh(self) } }
    pub fn atanh(self) -> f64 { unsafe { i::atanh(self) } }
    pub fn exp(self) -> f64 { unsafe { i::exp(self) } }
    pub fn exp2(self) -> f64 { unsafe { i::exp2(self) } }
    pub fn exp_m1(self) -> f64 { unsafe { i::expm1(self) } }
    pub fn ln(self) -> f64 { unsafe { i::ln(self) } }
    pub fn log2(self) -> f64 { unsafe { i::log2(self) } }
    pub fn log10(self) -> f64 { unsafe { i::log10(self) } }
    pub fn ln_1p(self) -> f64 { unsafe { i::ln_1p(self) } }
    pub fn cbrt(self) -> f64 { unsafe { i::cbrt(self) } }
    pub const fn copysign(self, o: f64) -> f64 { unsafe { i::copysign(self, o) } }
    pub const fn min(self, o: f64) -> f64 { unsafe { i::fmin(self, o) } }
    pub const fn max(self, o: f64) -> f64 { unsafe { i::fmax(self, o) } }
    pub fn atan2(self, o: f64) -> f64 { unsafe { i::atan2(self, o) } }
    pub fn powf(self, o: f64) -> f64 { unsafe { i::pow(self, o) } }
    pub fn hypot(self, o: f64) -> f64 { unsafe { i::hypot(self, o) } }
    pub const fn mul_add(self, a: f64, b: f64) -> f64 { unsafe { i::fma(self, a, b) } }
    pub const fn fract(self) -> f64 { self - self.trunc() }
    pub unsafe fn to_int_unchecked<Int>(self) -> Int where Self: crate::num::FloatToInt<Int> { crate::num::FloatToInt::to_int(self) }
    pub const fn recip(self) -> f64 { 1.0 / self }
    pub const fn signum(self) -> f64 { if self.is_nan() { f64::NAN } else { f64::copysign(1.0, self) } }
    pub fn sin_cos(self) -> (f64, f64) { (self.sin(), self.cos()) }
    pub fn log(self, base: f64) -> f64 { self.ln() / base.ln() }
    pub fn powi(self, n: i32) -> f64 { let mut m = n; let mut a = self; let mut r: f64 = 1.0; loop { if m & 1 != 0 { r = r * a; } m = m / 2; if m == 0 { break; } a = a * a; } if n < 0 { 1.0 / r } else { r } }
    pub fn div_euclid(self, o: f64) -> f64 { let q = (self / o).trunc(); if self % o < 0.0 { return if o > 0.0 { q - 1.0 } else { q + 1.0 }; } q }
    pub fn rem_euclid(self, o: f64) -> f64 { let r = self % o; if r < 0.0 { r + o.abs() } else { r } }
    pub const fn to_degrees(self) -> f64 { self * (180.0 / consts::PI) }
    pub const fn to_radians(self) -> f64 { self * (consts::PI / 180.0) }
    #[track_caller] pub const fn clamp(self, min: f64, max: f64) -> f64 { assert!(min <= max, "min > max, or either was NaN. min = {min:?}, max = {max:?}"); let mut x = self; if x < min { x = min; } if x > max { x = max; } x }
    pub const fn is_nan(self) -> bool { self != self }
    pub const fn is_infinite(self) -> bool { self == f64::INFINITY || self == f64::NEG_INFINITY }
    pub const fn is_finite(self) -> bool { self.abs() < f64::INFINITY }
    pub const fn is_subnormal(self) -> bool { let x = self.abs(); x > 0.0 && x < f64::MIN_POSITIVE }
    pub const fn is_normal(self) -> bool { let x = self.abs(); x >= f64::MIN_POSITIVE && x < f64::INFINITY }
    pub const fn is_sign_negative(self) -> bool { self.to_bits() >> 63 != 0 }
    pub const fn is_sign_positive(self) -> bool { self.to_bits() >> 63 == 0 }
    pub const fn to_bits(self) -> u64 { unsafe { i::transmute(self) } }
    pub const fn from_bits(bits: u64) -> f64 { unsafe { i::transmute(bits) } }
    pub const fn classify(self) -> FpCategory { if self.is_nan() { FpCategory::Nan } else if self.is_infinite() { FpCategory::Infinite } else if self == 0.0 { FpCategory::Zero } else if self.is_subnormal() { FpCategory::Subnormal } else { FpCategory::Normal } }
    pub const fn to_ne_bytes(self) -> [u8; 8] { self.to_bits().to_ne_bytes() }
    pub const fn from_ne_bytes(bytes: [u8; 8]) -> f64 { f64::from_bits(u64::from_ne_bytes(bytes)) }
    pub const fn to_le_bytes(self) -> [u8; 8] { self.to_bits().to_le_bytes() }
    pub const fn from_le_bytes(bytes: [u8; 8]) -> f64 { f64::from_bits(u64::from_le_bytes(bytes)) }
    pub const fn to_be_bytes(self) -> [u8; 8] { self.to_bits().to_be_bytes() }
    pub const fn from_be_bytes(bytes: [u8; 8]) -> f64 { f64::from_bits(u64::from_be_bytes(bytes)) }
    pub fn total_cmp(&self, o: &f64) -> Ordering { let mut a = self.to_bits() as i64; let mut b = o.to_bits() as i64; a = a ^ ((a >> 63) as u64 >> 1) as i64; b = b ^ ((b >> 63) as u64 >> 1) as i64; a.cmp(&b) }
    pub const fn next_up(self) -> f64 { let b = self.to_bits(); if self.is_nan() || b == f64::INFINITY.to_bits() { return self; } let a = b & (u64::MAX >> 1); f64::from_bits(if a == 0 { 1 } else if b == a { b + 1 } else { b - 1 }) }
    pub const fn next_down(self) -> f64 { let b = self.to_bits(); if self.is_nan() || b == f64::NEG_INFINITY.to_bits() { return self; } let a = b & (u64::MAX >> 1); f64::from_bits(if a == 0 { (1 << 63) | 1 } else if b == a { b - 1 } else { b + 1 }) }
    pub const fn midpoint(self, o: f64) -> f64 { let (a, b) = (self, o); let lo = f64::MIN_POSITIVE * 2.0; let hi = f64::MAX / 2.0; let (x, y) = (a.abs(), b.abs()); if x <= hi && y <= hi { (a + b) / 2.0 } else if x < lo { a + (b / 2.0) } else if y < lo { (a / 2.0) + b } else { (a / 2.0) + (b / 2.0) } }
}
