// Q16.16 numbers with all their operators
// threads: 4
// expect: 274875843455 4502960185767230 4501175844952629 4498442269176188
use rustg_std::prelude::*;

use core::fmt::Debug;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Rem, Sub};
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
#[repr(transparent)]
struct Fixed<const F: u32>(i32);
impl<const F: u32> Fixed<F> {
    const ONE: Self = Fixed(1 << F);
    const fn int(x: i32) -> Self {
        Fixed(x << F)
    }
    const fn ratio(a: i32, b: i32) -> Self {
        Fixed(((a as i64) << F).wrapping_div(b as i64) as i32)
    }
    fn sqrt(self) -> Self {
        if self <= Self::default() {
            return Fixed(0);
        }
        let mut x = self.max(Self::ONE);
        for _ in 0..12 {
            x = (x + self / x) / Self::int(2);
        }
        x
    }
    fn cast<const G: u32>(self) -> Fixed<G> {
        if G >= F { Fixed(self.0 << (G - F)) } else { Fixed(self.0 >> (F - G)) }
    }
}
impl<const F: u32> Add for Fixed<F> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Fixed(self.0 + o.0)
    }
}
impl<const F: u32> Sub for Fixed<F> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Fixed(self.0 - o.0)
    }
}
impl<const F: u32> Mul for Fixed<F> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Fixed((self.0 as i64 * o.0 as i64 >> F) as i32)
    }
}
impl<const F: u32> Div for Fixed<F> {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        Fixed((((self.0 as i64) << F) / o.0 as i64) as i32)
    }
}
impl<const F: u32> Rem for Fixed<F> {
    type Output = Self;
    fn rem(self, o: Self) -> Self {
        Fixed(self.0 % o.0)
    }
}
impl<const F: u32> Neg for Fixed<F> {
    type Output = Self;
    fn neg(self) -> Self {
        Fixed(-self.0)
    }
}
impl<const F: u32> AddAssign for Fixed<F> {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o
    }
}
impl<const F: u32> MulAssign<i32> for Fixed<F> {
    fn mul_assign(&mut self, o: i32) {
        self.0 *= o
    }
}
impl<const F: u32> Sum for Fixed<F> {
    fn sum<I: Iterator<Item = Self>>(it: I) -> Self {
        it.fold(Self::default(), |a, b| a + b)
    }
}
impl<const F: u32> Product for Fixed<F> {
    fn product<I: Iterator<Item = Self>>(it: I) -> Self {
        it.fold(Self::ONE, Mul::mul)
    }
}
impl<const F: u32> From<i16> for Fixed<F> {
    fn from(x: i16) -> Self {
        Self::int(x as i32)
    }
}
type Q16 = Fixed<16>;
fn polynomial<T>(x: T, c: &[T]) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T> + Debug,
{
    c.iter().rev().fold(T::default(), |a, &k| a * x + k)
}
fn value(i: u64) -> u64 {
    let x: Q16 = (i as i16).into();
    let half = Q16::ratio(1, 2);
    let mut y = polynomial(x + half, &[Q16::ONE, -half, Q16::ratio(-7, 3)]);
    y += (x * x + Q16::ONE).sqrt();
    y *= 3;
    let s: Q16 = [x, half, y].into_iter().sum();
    let p = [half, half, Q16::int(8)].iter().copied().product::<Q16>();
    (s.0 as u32 as u64) << 20 ^ (p % Q16::ratio(3, 4)).0 as u64 ^ y.cast::<8>().0 as u32 as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
