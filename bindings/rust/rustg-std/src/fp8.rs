//! Numbers of 8 bits: for memory. Arithmetic is f32's, between `to_f32` and `from_f32`. This file is also one of kernels' library.

use crate::half::odd;
use crate::intrinsics as i;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Neg;

macro_rules! fp8 {
    (
        $(#[$about:meta])*
        $name:ident, $rounded:ident, $exact:ident, $one:literal $max:literal $min:literal $epsilon:literal $least:literal $infinite:literal
    ) => {
        $(#[$about])*
        #[allow(non_camel_case_types)]
        #[repr(transparent)]
        pub struct $name(u8);

        impl $name {
            /// 0.
            pub const ZERO: $name = $name(0x00);
            /// 1.
            pub const ONE: $name = $name($one);
            /// The greatest finite number.
            pub const MAX: $name = $name($max);
            /// The least finite number.
            pub const MIN: $name = $name($min);
            /// From 1 to the next number.
            pub const EPSILON: $name = $name($epsilon);
            /// The least positive normal number.
            pub const MIN_POSITIVE: $name = $name($least);
            /// A number that is none.
            pub const NAN: $name = $name(0x7F);

            /// The nearest number, ties to even; what is beyond `MAX` or `MIN`, infinities too, becomes those.
            #[track_caller]
            pub fn from_f32(x: f32) -> $name {
                // SAFETY: it has no condition.
                $name(unsafe { i::$rounded(x) })
            }

            /// The same number.
            #[track_caller]
            pub fn to_f32(self) -> f32 {
                // SAFETY: it has no condition.
                unsafe { i::$exact(self.0) }
            }

            /// The nearest number, ties to even, rounded once, as `from_f32`.
            #[track_caller]
            pub fn from_f64(x: f64) -> $name {
                $name::from_f32(odd(x))
            }

            /// The same number.
            #[track_caller]
            pub fn to_f64(self) -> f64 {
                self.to_f32() as f64
            }

            /// The number with these bits.
            pub const fn from_bits(bits: u8) -> $name {
                $name(bits)
            }

            /// Its bits.
            pub const fn to_bits(self) -> u8 {
                self.0
            }

            /// Whether it is a number, and finite.
            pub const fn is_finite(self) -> bool {
                self.0 & 0x7F < $infinite
            }

            /// Without its sign.
            pub const fn abs(self) -> $name {
                $name(self.0 & 0x7F)
            }
        }

        impl Clone for $name {
            fn clone(&self) -> $name {
                *self
            }
        }
        impl Copy for $name {}
        impl Default for $name {
            fn default() -> $name {
                $name(0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.to_f32(), f)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.to_f32(), f)
            }
        }
        #[allow(clippy::partialeq_ne_impl)] // the default would lose whose line it is
        impl PartialEq for $name {
            #[track_caller]
            fn eq(&self, other: &$name) -> bool {
                self.to_f32() == other.to_f32()
            }
            #[track_caller]
            fn ne(&self, other: &$name) -> bool {
                self.to_f32() != other.to_f32()
            }
        }
        impl PartialOrd for $name {
            #[track_caller]
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
            #[track_caller]
            fn lt(&self, other: &$name) -> bool {
                self.to_f32() < other.to_f32()
            }
            #[track_caller]
            fn le(&self, other: &$name) -> bool {
                self.to_f32() <= other.to_f32()
            }
            #[track_caller]
            fn gt(&self, other: &$name) -> bool {
                self.to_f32() > other.to_f32()
            }
            #[track_caller]
            fn ge(&self, other: &$name) -> bool {
                self.to_f32() >= other.to_f32()
            }
        }
        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name {
                $name(self.0 ^ 0x80)
            }
        }
        impl From<$name> for f32 {
            #[track_caller]
            fn from(x: $name) -> f32 {
                x.to_f32()
            }
        }
        impl From<$name> for f64 {
            #[track_caller]
            fn from(x: $name) -> f64 {
                x.to_f64()
            }
        }
    };
}

fp8! {
    /// A number of 8 bits, for memory: OCP E4M3: one sign, four exponent and three fraction bits, no infinities. Arithmetic is f32's,
    /// between `to_f32` and `from_f32`. On a GPU it wants `sm_89` or later.
    f8e4m3, f32_to_f8e4m3, f8e4m3_to_f32, 0x38 0x7E 0xFE 0x20 0x08 0x7F
}
impl f8e4m3 {
    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F == 0x7F
    }

    /// Whether it is infinite. It never is.
    pub const fn is_infinite(self) -> bool {
        false
    }
}

fp8! {
    /// A number of 8 bits, for memory: OCP E5M2: one sign, five exponent and two fraction bits. Arithmetic is f32's, between
    /// `to_f32` and `from_f32`. On a GPU it wants `sm_89` or later.
    f8e5m2, f32_to_f8e5m2, f8e5m2_to_f32, 0x3C 0x7B 0xFB 0x34 0x04 0x7C
}
impl f8e5m2 {
    /// Infinity.
    pub const INFINITY: f8e5m2 = f8e5m2(0x7C);
    /// Minus infinity.
    pub const NEG_INFINITY: f8e5m2 = f8e5m2(0xFC);

    /// Whether it is not a number.
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7F > 0x7C
    }

    /// Whether it is infinite.
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7F == 0x7C
    }
}
