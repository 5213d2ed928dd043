//! Numbers of 16 bits. Operators work in f32 and round once.

use crate::cmp::Ordering;
use crate::intrinsics as i;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// IEEE 754 binary16.
#[allow(non_camel_case_types)]
#[repr(transparent)]
pub struct f16(u16);

impl f16 {
    pub const ZERO: f16 = f16(0x0000);
    pub const ONE: f16 = f16(0x3C00);
    pub const MAX: f16 = f16(0x7BFF);
    pub const MIN: f16 = f16(0xFBFF);
    pub const EPSILON: f16 = f16(0x1400);
    pub const MIN_POSITIVE: f16 = f16(0x0400);
    pub const INFINITY: f16 = f16(0x7C00);
    pub const NEG_INFINITY: f16 = f16(0xFC00);
    pub const NAN: f16 = f16(0x7E00);
    pub fn from_f32(x: f32) -> f16 {
        f16(unsafe { i::f32_to_f16(x) })
    }
    pub fn to_f32(self) -> f32 {
        unsafe { i::f16_to_f32(self.0) }
    }
    pub fn from_f64(x: f64) -> f16 {
        f16::from_f32(odd(x))
    }
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }
    pub const fn from_bits(bits: u16) -> f16 {
        f16(bits)
    }
    pub const fn to_bits(self) -> u16 {
        self.0
    }
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7FFF > 0x7C00
    }
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7FFF == 0x7C00
    }
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7FFF < 0x7C00
    }
    pub const fn abs(self) -> f16 {
        f16(self.0 & 0x7FFF)
    }
    pub fn sqrt(self) -> f16 {
        f16::from_f32(self.to_f32().sqrt())
    }
    pub fn min(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32().min(other.to_f32()))
    }
    pub fn max(self, other: f16) -> f16 {
        f16::from_f32(self.to_f32().max(other.to_f32()))
    }
}

impl Clone for f16 {
    fn clone(&self) -> f16 {
        *self
    }
}
impl Copy for f16 {}
impl Default for f16 {
    fn default() -> f16 {
        f16(0)
    }
}
impl crate::fmt::Debug for f16 {}
impl crate::fmt::Display for f16 {}
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

/// The upper half of an f32.
#[allow(non_camel_case_types)]
#[repr(transparent)]
pub struct bf16(u16);

impl bf16 {
    pub const ZERO: bf16 = bf16(0x0000);
    pub const ONE: bf16 = bf16(0x3F80);
    pub const MAX: bf16 = bf16(0x7F7F);
    pub const MIN: bf16 = bf16(0xFF7F);
    pub const EPSILON: bf16 = bf16(0x3C00);
    pub const MIN_POSITIVE: bf16 = bf16(0x0080);
    pub const INFINITY: bf16 = bf16(0x7F80);
    pub const NEG_INFINITY: bf16 = bf16(0xFF80);
    pub const NAN: bf16 = bf16(0x7FC0);
    pub fn from_f32(x: f32) -> bf16 {
        bf16(unsafe { i::f32_to_bf16(x) })
    }
    pub fn to_f32(self) -> f32 {
        unsafe { i::bf16_to_f32(self.0) }
    }
    pub fn from_f64(x: f64) -> bf16 {
        bf16::from_f32(odd(x))
    }
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }
    pub const fn from_bits(bits: u16) -> bf16 {
        bf16(bits)
    }
    pub const fn to_bits(self) -> u16 {
        self.0
    }
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7FFF > 0x7F80
    }
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7FFF == 0x7F80
    }
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7FFF < 0x7F80
    }
    pub const fn abs(self) -> bf16 {
        bf16(self.0 & 0x7FFF)
    }
    pub fn sqrt(self) -> bf16 {
        bf16::from_f32(self.to_f32().sqrt())
    }
    pub fn min(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().min(other.to_f32()))
    }
    pub fn max(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().max(other.to_f32()))
    }
}

impl Clone for bf16 {
    fn clone(&self) -> bf16 {
        *self
    }
}
impl Copy for bf16 {}
impl Default for bf16 {
    fn default() -> bf16 {
        bf16(0)
    }
}
impl crate::fmt::Debug for bf16 {}
impl crate::fmt::Display for bf16 {}
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
