use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use crate::half::odd;

/// A number of 8 bits, for memory: OCP E4M3: one sign, four exponent and three fraction bits, no infinities. Arithmetic is f32's, between
/// `to_f32` and `from_f32`. On a GPU it wants `sm_89` or later.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct f8e4m3(u8);

impl f8e4m3 {
    /// 0.
    pub const ZERO: f8e4m3 = f8e4m3(0x00);
    /// 1.
    pub const ONE: f8e4m3 = f8e4m3(0x38);
    /// The greatest finite number.
    pub const MAX: f8e4m3 = f8e4m3(0x7E);
    /// The least finite number.
    pub const MIN: f8e4m3 = f8e4m3(0xFE);
    /// From 1 to the next number.
    pub const EPSILON: f8e4m3 = f8e4m3(0x20);
    /// The least positive normal number.
    pub const MIN_POSITIVE: f8e4m3 = f8e4m3(0x08);
    /// A number that is none.
    pub const NAN: f8e4m3 = f8e4m3(0x7F);

    /// The nearest number, ties to even; what is beyond `MAX` or `MIN`, infinities too, becomes those.
    pub fn from_f32(x: f32) -> f8e4m3 {
        let bits = x.to_bits();
        let sign = (bits >> 24 & 0x80) as u8;
        let magnitude = bits & 0x7FFF_FFFF;
        if magnitude > 0x7F80_0000 {
            return f8e4m3::NAN;
        }
        if magnitude > 0x43E0_0000 {
            return f8e4m3(sign | 0x7E);
        }
        if magnitude < 0x3C80_0000 {
            // subnormal: the sum's last bits count units, rounded as sums are
            let units = (f32::from_bits(magnitude) + 16384.0).to_bits() - 16384.0f32.to_bits();
            return f8e4m3(sign | units as u8);
        }
        let odd = magnitude >> 20 & 1;
        f8e4m3(sign | ((magnitude - 0x3C00_0000 + 0x7_FFFF + odd) >> 20) as u8)
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        let sign = (self.0 as u32 & 0x80) << 24;
        let magnitude = self.0 as u32 & 0x7F;
        let x = if magnitude == 0x7F {
            return f32::NAN;
        } else if magnitude < 8 {
            magnitude as f32 * f32::from_bits(0x3B00_0000)
        } else {
            f32::from_bits((magnitude << 20) + 0x3C00_0000)
        };
        f32::from_bits(x.to_bits() | sign)
    }

    /// The nearest number, ties to even, rounded once, as `from_f32`.
    pub fn from_f64(x: f64) -> f8e4m3 {
        f8e4m3::from_f32(odd(x))
    }

    /// The same number.
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    /// The number with these bits.
    pub const fn from_bits(bits: u8) -> f8e4m3 {
        f8e4m3(bits)
    }

    /// Its bits.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F == 0x7F
    }

    /// Whether it is infinite. It never is.
    pub const fn is_infinite(self) -> bool {
        false
    }

    /// Whether it is a number, and finite.
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7F < 0x7F
    }

    /// Without its sign.
    pub const fn abs(self) -> f8e4m3 {
        f8e4m3(self.0 & 0x7F)
    }
}

impl fmt::Debug for f8e4m3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_f32(), f)
    }
}
impl fmt::Display for f8e4m3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f32(), f)
    }
}
impl PartialEq for f8e4m3 {
    fn eq(&self, other: &f8e4m3) -> bool {
        self.to_f32() == other.to_f32()
    }
}
impl PartialOrd for f8e4m3 {
    fn partial_cmp(&self, other: &f8e4m3) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}
impl Neg for f8e4m3 {
    type Output = f8e4m3;
    fn neg(self) -> f8e4m3 {
        f8e4m3(self.0 ^ 0x80)
    }
}
impl From<f8e4m3> for f32 {
    fn from(x: f8e4m3) -> f32 {
        x.to_f32()
    }
}
impl From<f8e4m3> for f64 {
    fn from(x: f8e4m3) -> f64 {
        x.to_f64()
    }
}

/// A number of 8 bits, for memory: OCP E5M2: one sign, five exponent and two fraction bits. Arithmetic is f32's, between
/// `to_f32` and `from_f32`. On a GPU it wants `sm_89` or later.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct f8e5m2(u8);

impl f8e5m2 {
    /// 0.
    pub const ZERO: f8e5m2 = f8e5m2(0x00);
    /// 1.
    pub const ONE: f8e5m2 = f8e5m2(0x3C);
    /// The greatest finite number.
    pub const MAX: f8e5m2 = f8e5m2(0x7B);
    /// The least finite number.
    pub const MIN: f8e5m2 = f8e5m2(0xFB);
    /// From 1 to the next number.
    pub const EPSILON: f8e5m2 = f8e5m2(0x34);
    /// The least positive normal number.
    pub const MIN_POSITIVE: f8e5m2 = f8e5m2(0x04);
    /// Infinity.
    pub const INFINITY: f8e5m2 = f8e5m2(0x7C);
    /// Minus infinity.
    pub const NEG_INFINITY: f8e5m2 = f8e5m2(0xFC);
    /// A number that is none.
    pub const NAN: f8e5m2 = f8e5m2(0x7F);

    /// The nearest number, ties to even; what is beyond `MAX` or `MIN`, infinities too, becomes those.
    pub fn from_f32(x: f32) -> f8e5m2 {
        let bits = x.to_bits();
        let sign = (bits >> 24 & 0x80) as u8;
        let magnitude = bits & 0x7FFF_FFFF;
        if magnitude > 0x7F80_0000 {
            return f8e5m2::NAN;
        }
        if magnitude > 0x4760_0000 {
            return f8e5m2(sign | 0x7B);
        }
        if magnitude < 0x3880_0000 {
            // subnormal: the sum's last bits count units, rounded as sums are
            let units = (f32::from_bits(magnitude) + 128.0).to_bits() - 128.0f32.to_bits();
            return f8e5m2(sign | units as u8);
        }
        let odd = magnitude >> 21 & 1;
        f8e5m2(sign | ((magnitude - 0x3800_0000 + 0xF_FFFF + odd) >> 21) as u8)
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        let sign = (self.0 as u32 & 0x80) << 24;
        let magnitude = self.0 as u32 & 0x7F;
        let x = if magnitude > 0x7C {
            return f32::NAN;
        } else if magnitude == 0x7C {
            f32::INFINITY
        } else if magnitude < 4 {
            magnitude as f32 * f32::from_bits(0x3780_0000)
        } else {
            f32::from_bits((magnitude << 21) + 0x3800_0000)
        };
        f32::from_bits(x.to_bits() | sign)
    }

    /// The nearest number, ties to even, rounded once, as `from_f32`.
    pub fn from_f64(x: f64) -> f8e5m2 {
        f8e5m2::from_f32(odd(x))
    }

    /// The same number.
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    /// The number with these bits.
    pub const fn from_bits(bits: u8) -> f8e5m2 {
        f8e5m2(bits)
    }

    /// Its bits.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F > 0x7C
    }

    /// Whether it is infinite.
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7F == 0x7C
    }

    /// Whether it is a number, and finite.
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7F < 0x7C
    }

    /// Without its sign.
    pub const fn abs(self) -> f8e5m2 {
        f8e5m2(self.0 & 0x7F)
    }
}

impl fmt::Debug for f8e5m2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_f32(), f)
    }
}
impl fmt::Display for f8e5m2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f32(), f)
    }
}
impl PartialEq for f8e5m2 {
    fn eq(&self, other: &f8e5m2) -> bool {
        self.to_f32() == other.to_f32()
    }
}
impl PartialOrd for f8e5m2 {
    fn partial_cmp(&self, other: &f8e5m2) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}
impl Neg for f8e5m2 {
    type Output = f8e5m2;
    fn neg(self) -> f8e5m2 {
        f8e5m2(self.0 ^ 0x80)
    }
}
impl From<f8e5m2> for f32 {
    fn from(x: f8e5m2) -> f32 {
        x.to_f32()
    }
}
impl From<f8e5m2> for f64 {
    fn from(x: f8e5m2) -> f64 {
        x.to_f64()
    }
}
