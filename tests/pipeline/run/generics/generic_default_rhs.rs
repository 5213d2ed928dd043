// operators with a default right side and mixed types
// threads: 4
// expect: 11510 121518 231526 341534
use rustg_std::prelude::*;

use core::ops::{Add, AddAssign, Mul, Sub};
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Time<const HZ: u32 = 1000>(u64);
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span(i64);
impl<const HZ: u32> Add<Span> for Time<HZ> {
    type Output = Self;
    fn add(self, s: Span) -> Self {
        Time(self.0.wrapping_add_signed(s.0))
    }
}
impl<const HZ: u32> Sub for Time<HZ> {
    type Output = Span;
    fn sub(self, o: Time<HZ>) -> Span {
        Span(self.0 as i64 - o.0 as i64)
    }
}
impl<const HZ: u32> AddAssign<Span> for Time<HZ> {
    fn add_assign(&mut self, s: Span) {
        *self = *self + s;
    }
}
impl Mul<i64> for Span {
    type Output = Span;
    fn mul(self, k: i64) -> Span {
        Span(self.0 * k)
    }
}
impl Mul<Span> for i64 {
    type Output = Span;
    fn mul(self, s: Span) -> Span {
        s * self
    }
}
impl PartialEq<u64> for Time {
    fn eq(&self, o: &u64) -> bool {
        self.0 == *o
    }
}
trait Lerp<Rhs = Self>: Copy + Add<Self::Delta, Output = Self>
where
    Rhs: Sub<Self, Output = Self::Delta>,
{
    type Delta: Mul<i64, Output = Self::Delta>;
    fn along(self, to: Rhs, k: i64) -> Self {
        self + (to - self) * k
    }
}
impl<const HZ: u32> Lerp for Time<HZ> {
    type Delta = Span;
}
fn sum<T, R>(a: T, b: R) -> T::Output
where
    T: Add<R>,
{
    a + b
}
fn value(i: u64) -> u64 {
    let mut a: Time = Time(100 + i);
    let b = Time::<1000>(40);
    a += 3 * (a - b);
    let c = sum(a.along(b, -1), Span(-5) * 2);
    c.0 + (c == 10u64) as u64 + (a > b) as u64 * 1000 + sum(1u64, &i) * 10_000 + (Time::<50>(i) - Time(0)).0 as u64 * 100_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
