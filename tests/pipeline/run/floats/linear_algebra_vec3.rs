// vectors generic over the number, with operators on references
// threads: 4
// expect: 13885649272971227592 13876669439339222362 13923425560470603539 13936950042164082924
use rustg_std::prelude::*;

use core::ops::{Add, Div, Index, Mul, Neg, Sub};
trait Num: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self> + PartialOrd + Default {
    const ONE: Self;
    const TWO: Self = Self::ONE;
    fn root(self) -> Self;
}
impl Num for f32 {
    const ONE: f32 = 1.0;
    const TWO: f32 = 2.0;
    fn root(self) -> f32 {
        self.sqrt()
    }
}
impl Num for f64 {
    const ONE: f64 = 1.;
    fn root(self) -> f64 {
        self.sqrt()
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct V3<T> {
    x: T,
    y: T,
    z: T,
}
const fn v3<T>(x: T, y: T, z: T) -> V3<T> {
    V3 { x, y, z }
}
impl<T: Num> Add for V3<T> {
    type Output = V3<T>;
    fn add(self, o: V3<T>) -> V3<T> {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl<'a, T: Num> Sub<&'a V3<T>> for &V3<T> {
    type Output = V3<T>;
    fn sub(self, o: &V3<T>) -> V3<T> {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl<T: Num> Mul<T> for V3<T> {
    type Output = V3<T>;
    fn mul(self, k: T) -> V3<T> {
        v3(self.x * k, self.y * k, self.z * k)
    }
}
impl Mul<V3<f32>> for f32 {
    type Output = V3<f32>;
    fn mul(self, v: V3<f32>) -> V3<f32> {
        v * self
    }
}
impl<T> Index<usize> for V3<T> {
    type Output = T;
    fn index(&self, k: usize) -> &T {
        match k {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("no axis {}", k),
        }
    }
}
impl<T: Num> V3<T> {
    fn dot(self, o: Self) -> T {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(self, o: Self) -> Self {
        v3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    fn unit(self) -> Option<Self> {
        let n = self.dot(self).root();
        (n > T::default()).then(|| self * (T::ONE / n))
    }
    fn reflect(&self, n: &Self) -> Self {
        let k = self.dot(*n);
        self - &(*n * (k + k))
    }
    fn largest(&self) -> T {
        (1..3).fold(self[0], |m, k| if self[k] > m { self[k] } else { m })
    }
}
fn value(i: u64) -> u64 {
    let a = v3(1.5f32, i as f32, -2.0);
    let b = v3(0.5, 2.0, i as f32);
    let c = a.cross(b) + 0.25 * a;
    let n = v3(1f64, 2.0, 2.0).unit().unwrap_or_default();
    let r = v3(i as f64, 1.0, 0.0).reflect(&n);
    let none = v3(0.0f32, -0.0, 0.0).unit().is_none();
    (c.dot(b) * 64.0) as i64 as u64 ^ r.largest().to_bits() >> 8 ^ (c.largest().to_bits() as u64) << 32 ^ (none as u64) << 63 ^ (f64::TWO + f32::TWO as f64) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
