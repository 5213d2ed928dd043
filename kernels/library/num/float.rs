//! Floats: operators, comparisons, conversions, methods.

use crate::common::{Debug, Display, Ordering, i};
use crate::math::{self as m, double as d};
use crate::num::{FloatToInt, FpCategory, Num};
use crate::ops::*;

/// Methods that are functions of a module of `math`.
macro_rules! by_math {
    ($t:ident $m:ident: $($name:ident($($o:ident)?))*) => {
        $(pub fn $name(self $(, $o: $t)?) -> $t { $m::$name(self $(, $o)?) })*
    };
}
/// The neighbour of a float on one side: `$of_zero` is that of zero, and `$last` has none. The bits of positive floats
/// go on by `$op`, those of negative ones by `$other`.
macro_rules! next_float {
    ($name:ident $t:ident $bits:ident $last:ident: $of_zero:expr, $op:tt $other:tt) => {
        pub const fn $name(self) -> $t {
            let b = self.to_bits();
            if self.is_nan() || b == $t::$last.to_bits() {
                return self;
            }
            let a = b & ($bits::MAX >> 1);
            $t::from_bits(if a == 0 {
                $of_zero
            } else if b == a {
                b $op 1
            } else {
                b $other 1
            })
        }
    };
}
/// A float of so many bytes; `$m` is the module of its functions, `$bits` and `$signed` are the integers of its size,
/// `$top` is the number of the bit of its sign.
macro_rules! float {
    ($t:ident $m:ident $bits:ident $signed:ident $bytes:literal $top:literal) => {
        operators! {
            $t:
            Add add + AddAssign add_assign +=;
            Sub sub - SubAssign sub_assign -=;
            Mul mul * MulAssign mul_assign *=;
            Div div / DivAssign div_assign /=;
            Rem rem % RemAssign rem_assign %=;
        }
        impl Num for $t { const ZERO: $t = -0.0; const ONE: $t = 1.0; }
        unary! { Neg neg $t => $t: self { -self } Neg neg &$t => $t: self { -*self } }
        impl Debug for $t {}
        impl Display for $t {}
        impl Default for $t { fn default() -> $t { 0.0 } }
        compared! {
            $t, self o if *self < *o {
                Some(Ordering::Less)
            } else if *self == *o {
                Some(Ordering::Equal)
            } else if *self > *o {
                Some(Ordering::Greater)
            } else {
                None
            }
        }
        impl $t {
            by_intrinsic! { $t: [pub const fn]() floor ceil trunc round; [pub fn]() sqrt; }
            by_intrinsic! { $t: [pub const fn](o: $t) copysign; }
            pub const fn round_ties_even(self) -> $t { unsafe { i::round_even(self) } }
            pub const fn abs(self) -> $t { unsafe { i::fabs(self) } }
            by_math! {
                $t $m:
                asin() acos() atan() atan2(o) sinh() cosh() tanh() asinh() acosh() atanh() exp_m1() ln_1p() cbrt()
                hypot(o)
            }
            pub const fn min(self, o: $t) -> $t { unsafe { i::fmin(self, o) } }
            pub const fn max(self, o: $t) -> $t { unsafe { i::fmax(self, o) } }
            pub const fn mul_add(self, a: $t, b: $t) -> $t { unsafe { i::fma(self, a, b) } }
            pub const fn fract(self) -> $t { self - self.trunc() }
            pub unsafe fn to_int_unchecked<Int>(self) -> Int where Self: FloatToInt<Int> { FloatToInt::to_int(self) }
            pub const fn recip(self) -> $t { 1.0 / self }
            pub const fn signum(self) -> $t { if self.is_nan() { $t::NAN } else { $t::copysign(1.0, self) } }
            pub fn log(self, base: $t) -> $t { self.ln() / base.ln() }
            pub fn powi(self, n: i32) -> $t {
                let mut m = n;
                let mut a = self;
                let mut r: $t = 1.0;
                loop {
                    if m & 1 != 0 {
                        r = r * a;
                    }
                    m = m / 2;
                    if m == 0 {
                        break;
                    }
                    a = a * a;
                }
                if n < 0 { 1.0 / r } else { r }
            }
            pub fn div_euclid(self, o: $t) -> $t {
                let q = (self / o).trunc();
                if self % o < 0.0 { return if o > 0.0 { q - 1.0 } else { q + 1.0 }; } q
            }
            pub fn rem_euclid(self, o: $t) -> $t { let r = self % o; if r < 0.0 { r + o.abs() } else { r } }
            pub const fn to_radians(self) -> $t { self * (crate::$t::consts::PI / 180.0) }
            #[track_caller] #[told_inside] pub const fn clamp(self, min: $t, max: $t) -> $t {
                if !(min <= max) {
                    panic_in!(
                        "min > max, or either was NaN", "min > max, or either was NaN. min = {min:?}, max = {max:?}"
                    );
                }
                let mut x = self;
                if x < min {
                    x = min;
                }
                if x > max {
                    x = max;
                }
                x
            }
            pub const fn is_nan(self) -> bool { self != self }
            pub const fn is_infinite(self) -> bool { self == $t::INFINITY || self == $t::NEG_INFINITY }
            pub const fn is_finite(self) -> bool { self.abs() < $t::INFINITY }
            pub const fn is_subnormal(self) -> bool { let x = self.abs(); x > 0.0 && x < $t::MIN_POSITIVE }
            pub const fn is_normal(self) -> bool { let x = self.abs(); x >= $t::MIN_POSITIVE && x < $t::INFINITY }
            pub const fn is_sign_negative(self) -> bool { self.to_bits() >> $top != 0 }
            pub const fn is_sign_positive(self) -> bool { self.to_bits() >> $top == 0 }
            pub const fn to_bits(self) -> $bits { unsafe { i::transmute(self) } }
            pub const fn from_bits(bits: $bits) -> $t { unsafe { i::transmute(bits) } }
            pub const fn classify(self) -> FpCategory {
                if self.is_nan() {
                    FpCategory::Nan
                } else if self.is_infinite() {
                    FpCategory::Infinite
                } else if self == 0.0 {
                    FpCategory::Zero
                } else if self.is_subnormal() {
                    FpCategory::Subnormal
                } else {
                    FpCategory::Normal
                }
            }
            pub const fn to_ne_bytes(self) -> [u8; $bytes] { self.to_bits().to_ne_bytes() }
            pub const fn from_ne_bytes(bytes: [u8; $bytes]) -> $t { $t::from_bits($bits::from_ne_bytes(bytes)) }
            pub const fn to_le_bytes(self) -> [u8; $bytes] { self.to_bits().to_le_bytes() }
            pub const fn from_le_bytes(bytes: [u8; $bytes]) -> $t { $t::from_bits($bits::from_le_bytes(bytes)) }
            pub const fn to_be_bytes(self) -> [u8; $bytes] { self.to_bits().to_be_bytes() }
            pub const fn from_be_bytes(bytes: [u8; $bytes]) -> $t { $t::from_bits($bits::from_be_bytes(bytes)) }
            #[const_unstable] pub fn total_cmp(&self, o: &$t) -> Ordering {
                let mut a = self.to_bits() as $signed;
                let mut b = o.to_bits() as $signed;
                a = a ^ ((a >> $top) as $bits >> 1) as $signed;
                b = b ^ ((b >> $top) as $bits >> 1) as $signed;
                a.cmp(&b)
            }
            next_float! { next_up $t $bits INFINITY: 1, + - }
            next_float! { next_down $t $bits NEG_INFINITY: (1 << $top) | 1, - + }
        }
    };
}
float! { f32 m u32 i32 4 31 }
float! { f64 d u64 i64 8 63 }

/// Constants of f32, and of f64.
macro_rules! constants {
    ($($name:ident: $a:ident = $x:expr, $b:ident = $y:expr;)*) => {
        impl f32 { $(pub const $name: $a = $x;)* }
        impl f64 { $(pub const $name: $b = $y;)* }
    };
}
constants! {
    MIN: f32 = -3.40282347e+38, f64 = -1.7976931348623157e+308;
    MAX: f32 = 3.40282347e+38, f64 = 1.7976931348623157e+308;
    MIN_POSITIVE: f32 = 1.17549435e-38, f64 = 2.2250738585072014e-308;
    EPSILON: f32 = 1.19209290e-07, f64 = 2.2204460492503131e-16;
    INFINITY: f32 = 1.0 / 0.0, f64 = 1.0 / 0.0;
    NEG_INFINITY: f32 = -1.0 / 0.0, f64 = -1.0 / 0.0;
    NAN: f32 = f32::from_bits(0x7FC0_0000), f64 = f64::from_bits(0x7FF8_0000_0000_0000);
    RADIX: u32 = 2, u32 = 2;
    MANTISSA_DIGITS: u32 = 24, u32 = 53;
    DIGITS: u32 = 6, u32 = 15;
    MIN_EXP: i32 = -125, i32 = -1021;
    MAX_EXP: i32 = 128, i32 = 1024;
    MIN_10_EXP: i32 = -37, i32 = -307;
    MAX_10_EXP: i32 = 38, i32 = 308;
}

/// The same of f32, for which a compile with fast mathematics takes the device's own.
macro_rules! by_math_or_device {
    ($($name:ident($($o:ident)?))*) => {$(pub fn $name(self $(, $o: f32)?) -> f32 {
        if unsafe { i::fast_math() } { unsafe { i::$name(self $(, $o)?) } } else { m::$name(self $(, $o)?) }
    })*};
}
impl f32 {
    by_math_or_device! { sin() cos() tan() exp() exp2() ln() log2() log10() powf(o) }
    pub fn sin_cos(self) -> (f32, f32) {
        if unsafe { i::fast_math() } { (self.sin(), self.cos()) } else { m::sin_cos(self) }
    }
    pub const fn to_degrees(self) -> f32 { self * 57.2957795130823208767981548141051703 }
    pub const fn midpoint(self, o: f32) -> f32 { ((self as f64 + o as f64) / 2.0) as f32 }
}

impl f64 {
    by_math! { f64 d: sin() cos() tan() exp() exp2() ln() log2() log10() powf(o) }
    pub fn sin_cos(self) -> (f64, f64) { d::sin_cos(self) }
    pub const fn to_degrees(self) -> f64 { self * (180.0 / crate::f64::consts::PI) }
    pub const fn midpoint(self, o: f64) -> f64 {
        let (a, b) = (self, o);
        let lo = f64::MIN_POSITIVE * 2.0;
        let hi = f64::MAX / 2.0;
        let (x, y) = (a.abs(), b.abs());
        if x <= hi && y <= hi {
            (a + b) / 2.0
        } else if x < lo {
            a + (b / 2.0)
        } else if y < lo {
            (a / 2.0) + b
        } else {
            (a / 2.0) + (b / 2.0)
        }
    }
}

from! {
    i8 => f32 f64;
    i16 => f32 f64;
    u8 => f32 f64;
    u16 => f32 f64;
    i32 => f64;
    u32 => f64;
    f32 => f64;
}

macro_rules! to_int {
    ($($t:ident)*: $ints:tt) => {$( to_int! { @ $t $ints } )*};
    (@ $t:ident ($($int:ident)*)) => {
        $(impl FloatToInt<$int> for $t { fn to_int(self) -> $int { self as $int } })*
        impl From<bool> for $t { fn from(x: bool) -> $t { x as u8 as $t } }
    };
}
to_int! { f32 f64: (i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize) }
