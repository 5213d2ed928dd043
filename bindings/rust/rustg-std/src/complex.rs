//! Complex numbers. This file is also one of kernels' library.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A complex number: re + im i.
#[derive(Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T: Clone> Clone for Complex<T> {
    fn clone(&self) -> Complex<T> {
        Complex { re: self.re.clone(), im: self.im.clone() }
    }
}
impl<T: Copy> Copy for Complex<T> {}

impl<T> Complex<T> {
    /// re + im i.
    pub const fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }
}

impl<T: Copy + Neg<Output = T>> Complex<T> {
    /// With the imaginary part negated.
    pub fn conj(self) -> Complex<T> {
        Complex { re: self.re, im: -self.im }
    }
}
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> {
    /// The square of its distance from 0.
    pub fn norm_sqr(self) -> T {
        self.re * self.re + self.im * self.im
    }
}
impl<T: Copy + Mul<Output = T>> Complex<T> {
    /// Both parts times a factor.
    pub fn scale(self, factor: T) -> Complex<T> {
        Complex { re: self.re * factor, im: self.im * factor }
    }
}

impl<T: Neg<Output = T>> Neg for Complex<T> {
    type Output = Complex<T>;
    fn neg(self) -> Complex<T> {
        Complex { re: -self.re, im: -self.im }
    }
}
impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Complex<T>;
    fn add(self, other: Complex<T>) -> Complex<T> {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}
impl<T: Sub<Output = T>> Sub for Complex<T> {
    type Output = Complex<T>;
    fn sub(self, other: Complex<T>) -> Complex<T> {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }
}
impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
    type Output = Complex<T>;
    fn mul(self, other: Complex<T>) -> Complex<T> {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}
impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>> Div for Complex<T> {
    type Output = Complex<T>;
    fn div(self, other: Complex<T>) -> Complex<T> {
        let n = other.re * other.re + other.im * other.im;
        Complex { re: (self.re * other.re + self.im * other.im) / n, im: (self.im * other.re - self.re * other.im) / n }
    }
}
impl<T: Copy + Mul<Output = T>> Mul<T> for Complex<T> {
    type Output = Complex<T>;
    fn mul(self, factor: T) -> Complex<T> {
        Complex { re: self.re * factor, im: self.im * factor }
    }
}

macro_rules! assign {
    ($($trait:ident $method:ident $op:tt: $($bound:ident)*;)*) => {$(
        impl<T: Copy $(+ $bound<Output = T>)*> $trait for Complex<T> {
            fn $method(&mut self, other: Complex<T>) {
                *self = *self $op other;
            }
        }
    )*};
}
assign! {
    AddAssign add_assign +: Add;
    SubAssign sub_assign -: Sub;
    MulAssign mul_assign *: Add Sub Mul;
    DivAssign div_assign /: Add Sub Mul Div;
}

/// The floats that complex numbers are made of.
pub trait Float: Copy + Mul<Output = Self> {
    #[doc(hidden)]
    const ZERO: Self;
    #[doc(hidden)]
    const ONE: Self;
    #[doc(hidden)]
    fn sine_and_cosine(self) -> (Self, Self);
    #[doc(hidden)]
    fn exponential(self) -> Self;
    #[doc(hidden)]
    fn distance(self, other: Self) -> Self;
    #[doc(hidden)]
    fn angle(self, other: Self) -> Self;
}

macro_rules! float {
    ($($t:ident)*) => {$(
        impl Float for $t {
            const ZERO: $t = 0.0;
            const ONE: $t = 1.0;
            fn sine_and_cosine(self) -> ($t, $t) {
                self.sin_cos()
            }
            fn exponential(self) -> $t {
                self.exp()
            }
            fn distance(self, other: $t) -> $t {
                self.hypot(other)
            }
            fn angle(self, other: $t) -> $t {
                self.atan2(other)
            }
        }
    )*};
}
float! { f32 f64 }

impl<T: Float> Complex<T> {
    /// 0.
    pub const ZERO: Complex<T> = Complex { re: T::ZERO, im: T::ZERO };
    /// 1.
    pub const ONE: Complex<T> = Complex { re: T::ONE, im: T::ZERO };
    /// i.
    pub const I: Complex<T> = Complex { re: T::ZERO, im: T::ONE };

    /// From its distance from 0 and its angle.
    pub fn from_polar(r: T, theta: T) -> Complex<T> {
        let (sine, cosine) = theta.sine_and_cosine();
        Complex { re: r * cosine, im: r * sine }
    }

    /// Its distance from 0.
    pub fn norm(self) -> T {
        self.re.distance(self.im)
    }

    /// Its angle.
    pub fn arg(self) -> T {
        self.im.angle(self.re)
    }

    /// e to its power.
    pub fn exp(self) -> Complex<T> {
        Complex::from_polar(self.re.exponential(), self.im)
    }
}
