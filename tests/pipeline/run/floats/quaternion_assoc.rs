// associated constants of the type itself and operators by reference
// threads: 4
// expect: 12682136550675214747 12682136550665214747 12682136550655214747 12682136550645214747
use rustg_std::prelude::*;

use core::ops::{Mul, MulAssign, Neg};
#[derive(Clone, Copy, PartialEq, Debug)]
struct Quat {
    w: i32,
    v: [i32; 3],
}
impl Quat {
    const ONE: Self = Self::new(1, [0; 3]);
    const I: Self = Self::new(0, [1, 0, 0]);
    const J: Self = Self { v: [0, 1, 0], ..Self::I };
    const K: Quat = Quat { w: Self::I.w, v: { let mut v = Self::J.v; v[1] -= 1; v[2] += 1; v } };
    const ALL: [Self; 4] = [Self::ONE, Self::I, Self::J, Self::K];
    const fn new(w: i32, v: [i32; 3]) -> Self {
        Self { w, v }
    }
    const fn norm(&self) -> i32 {
        let [x, y, z] = self.v;
        self.w * self.w + x * x + y * y + z * z
    }
}
impl Mul for &Quat {
    type Output = Quat;
    fn mul(self, o: Self) -> Quat {
        let (a, [b, c, d]) = (self.w, self.v);
        let &Quat { w: e, v: [f, g, h] } = o;
        Quat::new(a * e - b * f - c * g - d * h, [a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e])
    }
}
impl Mul for Quat {
    type Output = Quat;
    fn mul(self, o: Quat) -> Quat {
        &self * &o
    }
}
impl MulAssign<&Quat> for Quat {
    fn mul_assign(&mut self, o: &Quat) {
        *self = &*self * o;
    }
}
impl Neg for Quat {
    type Output = Self;
    fn neg(mut self) -> Self {
        self.w = -self.w;
        self.v.iter_mut().for_each(|x| *x = -*x);
        self
    }
}
const IJK: i32 = Quat::K.norm() + Quat::ALL.len() as i32;
fn value(i: u64) -> u64 {
    let mut q = Quat::new(i as i32, [1, 2, -1]);
    for u in &Quat::ALL {
        q *= u;
    }
    let minus = Quat::I * Quat::J * Quat::K == -Quat::ONE;
    let r = q.v.iter().fold(q.w as i64, |a, &x| a * 100 + x as i64);
    (r * 10 + minus as i64) as u64 ^ (IJK as u64) << 60
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
