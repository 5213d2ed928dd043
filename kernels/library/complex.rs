//! Complex numbers.

use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// re + im i.
#[repr(C)]
#[derive(Debug)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

impl<T> Complex<T> {
    pub const fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }
}

impl<T: Clone> Clone for Complex<T> {
    fn clone(&self) -> Complex<T> {
        Complex { re: self.re.clone(), im: self.im.clone() }
    }
}
impl<T: Copy> Copy for Complex<T> {}
impl<T: Default> Default for Complex<T> {
    fn default() -> Complex<T> {
        Complex { re: T::default(), im: T::default() }
    }
}
impl<T: PartialEq> PartialEq for Complex<T> {
    fn eq(&self, other: &Complex<T>) -> bool {
        self.re == other.re && self.im == other.im
    }
}

impl<T: Copy + Neg<Output = T>> Complex<T> {
    pub fn conj(self) -> Complex<T> {
        Complex { re: self.re, im: -self.im }
    }
}
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> {
    pub fn norm_sqr(self) -> T {
        self.re * self.re + self.im * self.im
    }
}
impl<T: Copy + Mul<Output = T>> Complex<T> {
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
impl<T: Copy + Add<Output = T>> AddAssign for Complex<T> {
    fn add_assign(&mut self, other: Complex<T>) {
        *self = *self + other;
    }
}
impl<T: Copy + Sub<Output = T>> SubAssign for Complex<T> {
    fn sub_assign(&mut self, other: Complex<T>) {
        *self = *self - other;
    }
}
impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> MulAssign for Complex<T> {
    fn mul_assign(&mut self, other: Complex<T>) {
        *self = *self * other;
    }
}
impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>> DivAssign for Complex<T> {
    fn div_assign(&mut self, other: Complex<T>) {
        *self = *self / other;
    }
}
/// The floats that complex numbers are made of.
pub trait Float: Copy + Mul<Output = Self> {
    #[doc(hidden)]
    const ZERO: Self;
    #[doc(hidden)]
    const ONE: Self;
    #[doc(hidden)]
    fn sine(self) -> Self;
    #[doc(hidden)]
    fn cosine(self) -> Self;
    #[doc(hidden)]
    fn exponential(self) -> Self;
    #[doc(hidden)]
    fn distance(self, other: Self) -> Self;
    #[doc(hidden)]
    fn angle(self, other: Self) -> Self;
}
impl Float for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    fn sine(self) -> f32 {
        self.sin()
    }
    fn cosine(self) -> f32 {
        self.cos()
    }
    fn exponential(self) -> f32 {
        self.exp()
    }
    fn distance(self, other: f32) -> f32 {
        self.hypot(other)
    }
    fn angle(self, other: f32) -> f32 {
        self.atan2(other)
    }
}
impl Float for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn sine(self) -> f64 {
        self.sin()
    }
    fn cosine(self) -> f64 {
        self.cos()
    }
    fn exponential(self) -> f64 {
        self.exp()
    }
    fn distance(self, other: f64) -> f64 {
        self.hypot(other)
    }
    fn angle(self, other: f64) -> f64 {
        self.atan2(other)
    }
}

impl<T: Float> Complex<T> {
    pub const ZERO: Complex<T> = Complex { re: T::ZERO, im: T::ZERO };
    pub const ONE: Complex<T> = Complex { re: T::ONE, im: T::ZERO };
    pub const I: Complex<T> = Complex { re: T::ZERO, im: T::ONE };

    pub fn from_polar(r: T, theta: T) -> Complex<T> {
        Complex { re: r * theta.cosine(), im: r * theta.sine() }
    }

    pub fn norm(self) -> T {
        self.re.distance(self.im)
    }

    pub fn arg(self) -> T {
        self.im.angle(self.re)
    }

    pub fn exp(self) -> Complex<T> {
        Complex::from_polar(self.re.exponential(), self.im)
    }
}
