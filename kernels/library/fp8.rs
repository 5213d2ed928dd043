//! Numbers of 8 bits: for memory. Arithmetic is f32's, between to_f32 and from_f32.

use crate::cmp::Ordering;
use crate::half::odd;
use crate::intrinsics as i;
use crate::ops::Neg;

/// OCP E4M3: one sign, four exponent and three fraction bits, no infinities.
#[allow(non_camel_case_types)]
#[repr(transparent)]
pub struct f8e4m3(u8);

impl f8e4m3 {
    pub const ZERO: f8e4m3 = f8e4m3(0x00);
    pub const ONE: f8e4m3 = f8e4m3(0x38);
    pub const MAX: f8e4m3 = f8e4m3(0x7E);
    pub const MIN: f8e4m3 = f8e4m3(0xFE);
    pub const EPSILON: f8e4m3 = f8e4m3(0x20);
    pub const MIN_POSITIVE: f8e4m3 = f8e4m3(0x08);
    pub const NAN: f8e4m3 = f8e4m3(0x7F);
    #[track_caller]
    pub fn from_f32(x: f32) -> f8e4m3 {
        f8e4m3(unsafe { i::f32_to_f8e4m3(x) })
    }
    #[track_caller]
    pub fn to_f32(self) -> f32 {
        unsafe { i::f8e4m3_to_f32(self.0) }
    }
    #[track_caller]
    pub fn from_f64(x: f64) -> f8e4m3 {
        f8e4m3::from_f32(odd(x))
    }
    #[track_caller]
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }
    pub const fn from_bits(bits: u8) -> f8e4m3 {
        f8e4m3(bits)
    }
    pub const fn to_bits(self) -> u8 {
        self.0
    }
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F == 0x7F
    }
    pub const fn is_infinite(self) -> bool {
        false
    }
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7F < 0x7F
    }
    pub const fn abs(self) -> f8e4m3 {
        f8e4m3(self.0 & 0x7F)
    }
}

impl Clone for f8e4m3 {
    fn clone(&self) -> f8e4m3 {
        *self
    }
}
impl Copy for f8e4m3 {}
impl Default for f8e4m3 {
    fn default() -> f8e4m3 {
        f8e4m3(0)
    }
}
impl crate::fmt::Debug for f8e4m3 {}
impl crate::fmt::Display for f8e4m3 {}
impl PartialEq for f8e4m3 {
    #[track_caller]
    fn eq(&self, other: &f8e4m3) -> bool {
        self.to_f32() == other.to_f32()
    }
    #[track_caller]
    fn ne(&self, other: &f8e4m3) -> bool {
        self.to_f32() != other.to_f32()
    }
}
impl PartialOrd for f8e4m3 {
    #[track_caller]
    fn partial_cmp(&self, other: &f8e4m3) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
    #[track_caller]
    fn lt(&self, other: &f8e4m3) -> bool {
        self.to_f32() < other.to_f32()
    }
    #[track_caller]
    fn le(&self, other: &f8e4m3) -> bool {
        self.to_f32() <= other.to_f32()
    }
    #[track_caller]
    fn gt(&self, other: &f8e4m3) -> bool {
        self.to_f32() > other.to_f32()
    }
    #[track_caller]
    fn ge(&self, other: &f8e4m3) -> bool {
        self.to_f32() >= other.to_f32()
    }
}
impl Neg for f8e4m3 {
    type Output = f8e4m3;
    fn neg(self) -> f8e4m3 {
        f8e4m3(self.0 ^ 0x80)
    }
}
impl From<f8e4m3> for f32 {
    #[track_caller]
    fn from(x: f8e4m3) -> f32 {
        x.to_f32()
    }
}
impl From<f8e4m3> for f64 {
    #[track_caller]
    fn from(x: f8e4m3) -> f64 {
        x.to_f64()
    }
}

/// OCP E5M2: one sign, five exponent and two fraction bits.
#[allow(non_camel_case_types)]
#[repr(transparent)]
pub struct f8e5m2(u8);

impl f8e5m2 {
    pub const ZERO: f8e5m2 = f8e5m2(0x00);
    pub const ONE: f8e5m2 = f8e5m2(0x3C);
    pub const MAX: f8e5m2 = f8e5m2(0x7B);
    pub const MIN: f8e5m2 = f8e5m2(0xFB);
    pub const EPSILON: f8e5m2 = f8e5m2(0x34);
    pub const MIN_POSITIVE: f8e5m2 = f8e5m2(0x04);
    pub const INFINITY: f8e5m2 = f8e5m2(0x7C);
    pub const NEG_INFINITY: f8e5m2 = f8e5m2(0xFC);
    pub const NAN: f8e5m2 = f8e5m2(0x7F);
    #[track_caller]
    pub fn from_f32(x: f32) -> f8e5m2 {
        f8e5m2(unsafe { i::f32_to_f8e5m2(x) })
    }
    #[track_caller]
    pub fn to_f32(self) -> f32 {
        unsafe { i::f8e5m2_to_f32(self.0) }
    }
    #[track_caller]
    pub fn from_f64(x: f64) -> f8e5m2 {
        f8e5m2::from_f32(odd(x))
    }
    #[track_caller]
    pub fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }
    pub const fn from_bits(bits: u8) -> f8e5m2 {
        f8e5m2(bits)
    }
    pub const fn to_bits(self) -> u8 {
        self.0
    }
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F > 0x7C
    }
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7F == 0x7C
    }
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7F < 0x7C
    }
    pub const fn abs(self) -> f8e5m2 {
        f8e5m2(self.0 & 0x7F)
    }
}

impl Clone for f8e5m2 {
    fn clone(&self) -> f8e5m2 {
        *self
    }
}
impl Copy for f8e5m2 {}
impl Default for f8e5m2 {
    fn default() -> f8e5m2 {
        f8e5m2(0)
    }
}
impl crate::fmt::Debug for f8e5m2 {}
impl crate::fmt::Display for f8e5m2 {}
impl PartialEq for f8e5m2 {
    #[track_caller]
    fn eq(&self, other: &f8e5m2) -> bool {
        self.to_f32() == other.to_f32()
    }
    #[track_caller]
    fn ne(&self, other: &f8e5m2) -> bool {
        self.to_f32() != other.to_f32()
    }
}
impl PartialOrd for f8e5m2 {
    #[track_caller]
    fn partial_cmp(&self, other: &f8e5m2) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
    #[track_caller]
    fn lt(&self, other: &f8e5m2) -> bool {
        self.to_f32() < other.to_f32()
    }
    #[track_caller]
    fn le(&self, other: &f8e5m2) -> bool {
        self.to_f32() <= other.to_f32()
    }
    #[track_caller]
    fn gt(&self, other: &f8e5m2) -> bool {
        self.to_f32() > other.to_f32()
    }
    #[track_caller]
    fn ge(&self, other: &f8e5m2) -> bool {
        self.to_f32() >= other.to_f32()
    }
}
impl Neg for f8e5m2 {
    type Output = f8e5m2;
    fn neg(self) -> f8e5m2 {
        f8e5m2(self.0 ^ 0x80)
    }
}
impl From<f8e5m2> for f32 {
    #[track_caller]
    fn from(x: f8e5m2) -> f32 {
        x.to_f32()
    }
}
impl From<f8e5m2> for f64 {
    #[track_caller]
    fn from(x: f8e5m2) -> f64 {
        x.to_f64()
    }
}
