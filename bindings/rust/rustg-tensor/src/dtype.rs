//! Element types, and what becomes of two of them.

use rustg::{Complex, bf16, f16};
use std::fmt;

/// Element types of tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DType {
    /// `bool`.
    Bool,
    /// `u8`.
    U8,
    /// `i8`.
    I8,
    /// `i32`.
    I32,
    /// `i64`: indices and sums of integers too.
    I64,
    /// IEEE 754's binary16.
    F16,
    /// The upper half of an `f32`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// Complex numbers of two `f32`: NumPy's `complex64`.
    C64,
    /// Complex numbers of two `f64`: NumPy's `complex128`.
    C128,
}

impl DType {
    /// All of them.
    pub const ALL: [DType; 11] = [
        DType::Bool,
        DType::U8,
        DType::I8,
        DType::I32,
        DType::I64,
        DType::F16,
        DType::BF16,
        DType::F32,
        DType::F64,
        DType::C64,
        DType::C128,
    ];

    /// As Rust and kernels name it.
    pub fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::U8 => "u8",
            DType::I8 => "i8",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::C64 => "Complex<f32>",
            DType::C128 => "Complex<f64>",
        }
    }

    /// Bytes of an element.
    pub fn size(self) -> usize {
        match self {
            DType::Bool | DType::U8 | DType::I8 => 1,
            DType::F16 | DType::BF16 => 2,
            DType::I32 | DType::F32 => 4,
            DType::I64 | DType::F64 | DType::C64 => 8,
            DType::C128 => 16,
        }
    }

    /// Whether it is one of the two complex types.
    pub fn is_complex(self) -> bool {
        matches!(self, DType::C64 | DType::C128)
    }

    /// Whether its numbers are rounded: floats and complex ones, which have gradients.
    pub(crate) fn is_rounded(self) -> bool {
        self.is_float() || self.is_complex()
    }

    /// The type of its real part: itself where it is not complex.
    pub fn real(self) -> DType {
        match self {
            DType::C64 => DType::F32,
            DType::C128 => DType::F64,
            real => real,
        }
    }

    /// Whether it is one of the four floating-point types.
    pub fn is_float(self) -> bool {
        matches!(self, DType::F16 | DType::BF16 | DType::F32 | DType::F64)
    }

    /// Whether it has 16 bits: computed as `f32`, and rounded after each operation.
    pub fn is_half(self) -> bool {
        matches!(self, DType::F16 | DType::BF16)
    }

    /// The type of a result of elements of two types, by NumPy's rules. Where NumPy has `int16` for `u8` with `i8`, this has
    /// `i32`. `bf16`, which NumPy does not have, goes with integers as `f16` does, and with `f16` to `f32`.
    ///
    /// ```
    /// use rustg_tensor::DType::*;
    /// assert_eq!(I32.promote(F32), F64);
    /// assert_eq!(I8.promote(F16), F16);
    /// assert_eq!(U8.promote(I8), I32);
    /// ```
    pub fn promote(self, other: DType) -> DType {
        let (a, b) = if self <= other { (self, other) } else { (other, self) };
        match (a, b) {
            (a, b) if a == b => a,
            (DType::Bool, b) => b,
            (DType::U8, DType::I8) => DType::I32,
            (DType::I32 | DType::I64, DType::F16 | DType::BF16 | DType::F32) => DType::F64,
            (DType::F16, DType::BF16) => DType::F32,
            (DType::I32 | DType::I64 | DType::F64, DType::C64) => DType::C128,
            (_, b) => b,
        }
    }

    /// The type of a result that is never an integer, as of a division or of `exp`: NumPy's `float16` for 8 bits, else `f64`.
    pub fn to_float(self) -> DType {
        match self {
            DType::Bool | DType::U8 | DType::I8 => DType::F16,
            DType::I32 | DType::I64 => DType::F64,
            float => float,
        }
    }

    /// The type of sums and products: of integers `i64`, as NumPy has it but for `u8`, whose sums are `uint64` there.
    pub fn to_sum(self) -> DType {
        if self.is_rounded() { self } else { DType::I64 }
    }

    /// The type in which a kernel holds it.
    pub(crate) fn register(self) -> DType {
        if self.is_half() { DType::F32 } else { self }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number whose type is its operand's where that can hold its kind: what Python's numbers are to NumPy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A complex number: its parts.
    Complex(f64, f64),
}

impl Scalar {
    /// The type of what it makes of a tensor.
    pub(crate) fn promote(self, dtype: DType) -> DType {
        match self {
            Scalar::Bool(_) => dtype,
            Scalar::Int(_) if dtype == DType::Bool => DType::I64,
            Scalar::Int(_) => dtype,
            Scalar::Float(_) if dtype.is_rounded() => dtype,
            Scalar::Float(_) => DType::F64,
            Scalar::Complex(..) => match dtype {
                DType::F16 | DType::BF16 | DType::F32 | DType::C64 => DType::C64,
                _ => DType::C128,
            },
        }
    }

    /// Whether a type of integers holds it, where it is one.
    pub(crate) fn fits(self, dtype: DType) -> bool {
        let Scalar::Int(i) = self else { return true };
        match dtype {
            DType::U8 => u8::try_from(i).is_ok(),
            DType::I8 => i8::try_from(i).is_ok(),
            DType::I32 => i32::try_from(i).is_ok(),
            _ => true,
        }
    }

    /// As a float; of a complex number the real part.
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::Complex(re, _) => re,
            Scalar::Bool(b) => f64::from(u8::from(b)),
            Scalar::Int(i) => i as f64,
            Scalar::Float(f) => f,
        }
    }

    /// As an integer; floats are cut off, and are the nearest that there is.
    pub fn to_i64(self) -> i64 {
        match self {
            Scalar::Bool(b) => i64::from(b),
            Scalar::Int(i) => i,
            Scalar::Float(f) | Scalar::Complex(f, _) => f as i64,
        }
    }

    /// Both parts.
    pub fn to_complex(self) -> (f64, f64) {
        if let Scalar::Complex(re, im) = self { (re, im) } else { (self.to_f64(), 0.0) }
    }

    /// The complex number that has the other imaginary part.
    pub(crate) fn conj(self) -> Scalar {
        if let Scalar::Complex(re, im) = self { Scalar::Complex(re, -im) } else { self }
    }
}

impl From<Complex<f64>> for Scalar {
    fn from(number: Complex<f64>) -> Scalar {
        Scalar::Complex(number.re, number.im)
    }
}

impl From<Complex<f32>> for Scalar {
    fn from(number: Complex<f32>) -> Scalar {
        Scalar::Complex(number.re.into(), number.im.into())
    }
}

macro_rules! scalars {
    ($($type:ty: $variant:ident $wide:ty;)*) => {$(
        impl From<$type> for Scalar {
            fn from(number: $type) -> Scalar {
                Scalar::$variant(<$wide>::from(number))
            }
        }
    )*};
}

scalars! {
    bool: Bool bool;
    i32: Int i64;
    i64: Int i64;
    f32: Float f64;
    f64: Float f64;
}

/// What tensors hold.
pub trait Element: rustg::Element + Default + fmt::Debug + PartialEq + crate::storage::Held {
    /// Its name at run time.
    const DTYPE: DType;
    /// The nearest one.
    fn from_scalar(number: Scalar) -> Self;
    /// Its value.
    fn to_scalar(self) -> Scalar;
}

macro_rules! elements {
    ($($type:ty, $dtype:ident, $n:ident => $from:expr, $x:ident => $to:expr;)*) => {$(
        impl Element for $type {
            const DTYPE: DType = DType::$dtype;
            fn from_scalar($n: Scalar) -> $type {
                $from
            }
            fn to_scalar(self) -> Scalar {
                let $x = self;
                $to
            }
        }
    )*};
}

elements! {
    bool, Bool, n => n.to_complex() != (0.0, 0.0), x => Scalar::Bool(x);
    u8, U8, n => n.to_i64().clamp(0, u8::MAX.into()) as u8, x => Scalar::Int(x.into());
    i8, I8, n => n.to_i64().clamp(i8::MIN.into(), i8::MAX.into()) as i8, x => Scalar::Int(x.into());
    i32, I32, n => n.to_i64().clamp(i32::MIN.into(), i32::MAX.into()) as i32, x => Scalar::Int(x.into());
    i64, I64, n => n.to_i64(), x => Scalar::Int(x);
    f16, F16, n => f16::from_f64(n.to_f64()), x => Scalar::Float(x.to_f64());
    bf16, BF16, n => bf16::from_f64(n.to_f64()), x => Scalar::Float(x.to_f64());
    f32, F32, n => n.to_f64() as f32, x => Scalar::Float(x.into());
    f64, F64, n => n.to_f64(), x => Scalar::Float(x);
    Complex<f32>, C64, n => Complex::new(n.to_complex().0 as f32, n.to_complex().1 as f32), x => x.into();
    Complex<f64>, C128, n => Complex::new(n.to_complex().0, n.to_complex().1), x => x.into();
}

/// Evaluates an expression with `$t` as the Rust type of a [`DType`].
macro_rules! with_type {
    ($dtype:expr, $t:ident => $body:expr) => {
        match $dtype {
            $crate::DType::Bool => {
                type $t = bool;
                $body
            }
            $crate::DType::U8 => {
                type $t = u8;
                $body
            }
            $crate::DType::I8 => {
                type $t = i8;
                $body
            }
            $crate::DType::I32 => {
                type $t = i32;
                $body
            }
            $crate::DType::I64 => {
                type $t = i64;
                $body
            }
            $crate::DType::F16 => {
                type $t = rustg::f16;
                $body
            }
            $crate::DType::BF16 => {
                type $t = rustg::bf16;
                $body
            }
            $crate::DType::F32 => {
                type $t = f32;
                $body
            }
            $crate::DType::F64 => {
                type $t = f64;
                $body
            }
            $crate::DType::C64 => {
                type $t = rustg::Complex<f32>;
                $body
            }
            $crate::DType::C128 => {
                type $t = rustg::Complex<f64>;
                $body
            }
        }
    };
}
pub(crate) use with_type;
