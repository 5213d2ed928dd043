use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A number of 16 bits: IEEE 754 binary16. Operators work in f32 and round once.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct f16(u16);

impl f16 {
    /// 0.
    pub const ZERO: f16 = f16(0x0000);
    /// 1.
    pub const ONE: f16 = f16(0x3C00);
    /// The greatest finite number.
    pub const MAX: f16 = f16(0x7BFF);
    /// The least finite number.
    pub const MIN: f16 = f16(0xFBFF);
    /// From 1 to the next number.
    pub const EPSILON: f16 = f16(0x1400);
    /// The least positive normal number.
    pub const MIN_POSITIVE: f16 = f16(0x0400);
    /// Infinity.
    pub const INFINITY: f16 = f16(0x7C00);
    /// Minus infinity.
    pub const NEG_INFINITY: f16 = f16(0xFC00);
    /// A number that is none.
    pub const NAN: f16 = f16(0x7E00);

    /// The nearest number, ties to even.
    pub fn from_f32(x: f32) -> f16 {
        let bits = x.to_bits();
        let sign = (bits >> 16 & 0x8000) as u16;
        let magnitude = bits & 0x7FFF_FFFF;
        if magnitude > 0x7F80_0000 {
            return f16(sign | 0x7E00 | (magnitude >> 13 & 0x3FF) as u16);
        }
        if magnitude >= 0x4780_0000 {
            return f16(sign | 0x7C00);
        }
        if magnitude < 0x3880_0000 {
            // subnormal: so many units of 2^-24; the sum's last bits are those, rounded as sums are
            let units = (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits();
            return f16(sign | units as u16);
        }
        let odd = magnitude >> 13 & 1;
        f16(sign | ((magnitude - 0x3800_0000 + 0xFFF + odd) >> 13) as u16)
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        let sign = (self.0 as u32 & 0x8000) << 16;
        let magnitude = self.0 as u32 & 0x7FFF;
        let x = if magnitude >= 0x7C00 {
            let quiet = if magnitude > 0x7C00 { 0x40_0000 } else { 0 };
            f32::from_bits(0x7F80_0000 | quiet | (magnitude & 0x3FF) << 13)
        } else if magnitude < 0x400 {
            magnitude as f32 * f32::from_bits(0x3380_0000)
        } else {
            f32::from_bits((magnitude << 13) + 0x3800_0000)
        };
        f32::from_bits(x.to_bits() | sign)
    }

    /// The nearest number, ties to even, rounded once.
    pub fn from_f64(x: f64) -> f16 {
        f16::from_f32(odd(x))
    }

    /// The same number.
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    /// The number with these bits.
    pub const fn from_bits(bits: u16) -> f16 {
        f16(bits)
    }

    /// Its bits.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7FFF > 0x7C00
    }

    /// Whether it is infinite.
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7FFF == 0x7C00
    }

    /// Whether it is a number, and finite.
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7FFF < 0x7C00
    }

    /// Without its sign.
    pub const fn abs(self) -> f16 {
        f16(self.0 & 0x7FFF)
    }

    /// The square root.
    pub fn sqrt(self) -> f16 {
        f16::from_f32(self.to_f32().sqrt())
    }

    /// The lesser of two numbers; what is not a number loses.
    pub fn min(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32().min(other.to_f32()))
    }

    /// The greater of two numbers; what is not a number loses.
    pub fn max(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32().max(other.to_f32()))
    }
}

impl fmt::Debug for f16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_f32(), f)
    }
}
impl fmt::Display for f16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f32(), f)
    }
}
impl PartialEq for f16 {
    fn eq(&self, other: &f16) -> bool {
        self.to_f32() == other.to_f32()
    }
}
impl PartialOrd for f16 {
    fn partial_cmp(&self, other: &f16) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}
impl Neg for f16 {
    type Output = f16;
    fn neg(self) -> f16 {
        f16(self.0 ^ 0x8000)
    }
}
impl From<f16> for f32 {
    fn from(x: f16) -> f32 {
        x.to_f32()
    }
}
impl From<f16> for f64 {
    fn from(x: f16) -> f64 {
        x.to_f64()
    }
}
impl Add for f16 {
    type Output = f16;
    fn add(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32() + other.to_f32())
    }
}
impl AddAssign for f16 {
    fn add_assign(&mut self, other: f16) {
        *self = *self + other;
    }
}
impl Sub for f16 {
    type Output = f16;
    fn sub(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32() - other.to_f32())
    }
}
impl SubAssign for f16 {
    fn sub_assign(&mut self, other: f16) {
        *self = *self - other;
    }
}
impl Mul for f16 {
    type Output = f16;
    fn mul(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32() * other.to_f32())
    }
}
impl MulAssign for f16 {
    fn mul_assign(&mut self, other: f16) {
        *self = *self * other;
    }
}
impl Div for f16 {
    type Output = f16;
    fn div(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32() / other.to_f32())
    }
}
impl DivAssign for f16 {
    fn div_assign(&mut self, other: f16) {
        *self = *self / other;
    }
}

/// A number of 16 bits: the upper half of an f32. Operators work in f32 and round once.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct bf16(u16);

impl bf16 {
    /// 0.
    pub const ZERO: bf16 = bf16(0x0000);
    /// 1.
    pub const ONE: bf16 = bf16(0x3F80);
    /// The greatest finite number.
    pub const MAX: bf16 = bf16(0x7F7F);
    /// The least finite number.
    pub const MIN: bf16 = bf16(0xFF7F);
    /// From 1 to the next number.
    pub const EPSILON: bf16 = bf16(0x3C00);
    /// The least positive normal number.
    pub const MIN_POSITIVE: bf16 = bf16(0x0080);
    /// Infinity.
    pub const INFINITY: bf16 = bf16(0x7F80);
    /// Minus infinity.
    pub const NEG_INFINITY: bf16 = bf16(0xFF80);
    /// A number that is none.
    pub const NAN: bf16 = bf16(0x7FC0);

    /// The nearest number, ties to even.
    pub fn from_f32(x: f32) -> bf16 {
        let bits = x.to_bits();
        if x.is_nan() {
            return bf16((bits >> 16) as u16 | 0x40);
        }
        bf16(((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) as u16)
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        f32::from_bits((self.0 as u32) << 16)
    }

    /// The nearest number, ties to even, rounded once.
    pub fn from_f64(x: f64) -> bf16 {
        bf16::from_f32(odd(x))
    }

    /// The same number.
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    /// The number with these bits.
    pub const fn from_bits(bits: u16) -> bf16 {
        bf16(bits)
    }

    /// Its bits.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7FFF > 0x7F80
    }

    /// Whether it is infinite.
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7FFF == 0x7F80
    }

    /// Whether it is a number, and finite.
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7FFF < 0x7F80
    }

    /// Without its sign.
    pub const fn abs(self) -> bf16 {
        bf16(self.0 & 0x7FFF)
    }

    /// The square root.
    pub fn sqrt(self) -> bf16 {
        bf16::from_f32(self.to_f32().sqrt())
    }

    /// The lesser of two numbers; what is not a number loses.
    pub fn min(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().min(other.to_f32()))
    }

    /// The greater of two numbers; what is not a number loses.
    pub fn max(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().max(other.to_f32()))
    }
}

impl fmt::Debug for bf16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_f32(), f)
    }
}
impl fmt::Display for bf16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f32(), f)
    }
}
impl PartialEq for bf16 {
    fn eq(&self, other: &bf16) -> bool {
        self.to_f32() == other.to_f32()
    }
}
impl PartialOrd for bf16 {
    fn partial_cmp(&self, other: &bf16) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}
impl Neg for bf16 {
    type Output = bf16;
    fn neg(self) -> bf16 {
        bf16(self.0 ^ 0x8000)
    }
}
impl From<bf16> for f32 {
    fn from(x: bf16) -> f32 {
        x.to_f32()
    }
}
impl From<bf16> for f64 {
    fn from(x: bf16) -> f64 {
        x.to_f64()
    }
}
impl Add for bf16 {
    type Output = bf16;
    fn add(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() + other.to_f32())
    }
}
impl AddAssign for bf16 {
    fn add_assign(&mut self, other: bf16) {
        *self = *self + other;
    }
}
impl Sub for bf16 {
    type Output = bf16;
    fn sub(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() - other.to_f32())
    }
}
impl SubAssign for bf16 {
    fn sub_assign(&mut self, other: bf16) {
        *self = *self - other;
    }
}
impl Mul for bf16 {
    type Output = bf16;
    fn mul(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() * other.to_f32())
    }
}
impl MulAssign for bf16 {
    fn mul_assign(&mut self, other: bf16) {
        *self = *self * other;
    }
}
impl Div for bf16 {
    type Output = bf16;
    fn div(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() / other.to_f32())
    }
}
impl DivAssign for bf16 {
    fn div_assign(&mut self, other: bf16) {
        *self = *self / other;
    }
}

/// An f32 that rounds to any shorter type as x does: cut, and its last bit set where something was cut off.
pub(crate) fn odd(x: f64) -> f32 {
    let near = x as f32;
    let back = near as f64;
    if back == x || x.is_nan() || near.is_infinite() {
        return near;
    }
    let bits = near.to_bits();
    let cut = if back.abs() > x.abs() { bits - 1 } else { bits };
    f32::from_bits(cut | 1)
}
