//! Numbers of 16 bits. Operators work in f32 and round once. This file is also one of kernels' library.

use crate::intrinsics as i;
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

macro_rules! operators {
    ($name:ident: $($trait:ident $method:ident $op:tt $assign:ident $assign_method:ident;)*) => {$(
        impl $trait for $name {
            type Output = $name;
            fn $method(self, other: $name) -> $name {
                $name::from_f32(self.to_f32() $op other.to_f32())
            }
        }
        impl $assign for $name {
            fn $assign_method(&mut self, other: $name) {
                *self = *self $op other;
            }
        }
    )*};
}

macro_rules! half {
    (
        $(#[$about:meta])*
        $name:ident, $rounded:ident, $exact:ident, $infinite:literal;
        $one:literal $max:literal $min:literal $epsilon:literal $least:literal $minus_infinity:literal $nan:literal
    ) => {
        $(#[$about])*
        #[allow(non_camel_case_types)]
        #[repr(transparent)]
        pub struct $name(u16);

        impl $name {
            /// 0.
            pub const ZERO: $name = $name(0x0000);
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
            /// Infinity.
            pub const INFINITY: $name = $name($infinite);
            /// Minus infinity.
            pub const NEG_INFINITY: $name = $name($minus_infinity);
            /// A number that is none.
            pub const NAN: $name = $name($nan);

            /// The nearest number, ties to even.
            pub fn from_f32(x: f32) -> $name {
                // SAFETY: it has no condition.
                $name(unsafe { i::$rounded(x) })
            }

            /// The same number.
            pub fn to_f32(self) -> f32 {
                // SAFETY: it has no condition.
                unsafe { i::$exact(self.0) }
            }

            /// The nearest number, ties to even, rounded once.
            pub fn from_f64(x: f64) -> $name {
                $name::from_f32(odd(x))
            }

            /// The same number.
            pub fn to_f64(self) -> f64 {
                self.to_f32() as f64
            }

            /// The number with these bits.
            pub const fn from_bits(bits: u16) -> $name {
                $name(bits)
            }

            /// Its bits.
            pub const fn to_bits(self) -> u16 {
                self.0
            }

            /// Whether it is not a number.
            pub const fn is_nan(self) -> bool {
                self.0 & 0x7FFF > $infinite
            }

            /// Whether it is infinite.
            pub const fn is_infinite(self) -> bool {
                self.0 & 0x7FFF == $infinite
            }

            /// Whether it is a number, and finite.
            pub const fn is_finite(self) -> bool {
                self.0 & 0x7FFF < $infinite
            }

            /// Without its sign.
            pub const fn abs(self) -> $name {
                $name(self.0 & 0x7FFF)
            }

            /// The square root.
            pub fn sqrt(self) -> $name {
                $name::from_f32(self.to_f32().sqrt())
            }

            /// The lesser of two numbers; what is not a number loses.
            pub fn min(self, other: $name) -> $name {
                $name::from_f32(self.to_f32().min(other.to_f32()))
            }

            /// The greater of two numbers; what is not a number loses.
            pub fn max(self, other: $name) -> $name {
                $name::from_f32(self.to_f32().max(other.to_f32()))
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
        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.to_f32() == other.to_f32()
            }
        }
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }
        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name {
                $name(self.0 ^ 0x8000)
            }
        }
        impl From<$name> for f32 {
            fn from(x: $name) -> f32 {
                x.to_f32()
            }
        }
        impl From<$name> for f64 {
            fn from(x: $name) -> f64 {
                x.to_f64()
            }
        }
        operators! {
            $name:
            Add add + AddAssign add_assign;
            Sub sub - SubAssign sub_assign;
            Mul mul * MulAssign mul_assign;
            Div div / DivAssign div_assign;
        }
    };
}

half! {
    /// A number of 16 bits: IEEE 754 binary16. Operators work in f32 and round once.
    f16, f32_to_f16, f16_to_f32, 0x7C00;
    0x3C00 0x7BFF 0xFBFF 0x1400 0x0400 0xFC00 0x7E00
}
half! {
    /// A number of 16 bits: the upper half of an f32. Operators work in f32 and round once.
    bf16, f32_to_bf16, bf16_to_f32, 0x7F80;
    0x3F80 0x7F7F 0xFF7F 0x3C00 0x0080 0xFF80 0x7FC0
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
