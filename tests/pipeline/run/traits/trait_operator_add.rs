// operator traits on a struct
// threads: 4
// expect: 9197 9194 9191 9188
use rustg_std::prelude::*;

use core::ops::{Add, Mul, Neg, Sub};
#[derive(Clone, Copy, PartialEq)]
struct V(i64, i64);
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V(self.0 + o.0, self.1 + o.1)
    }
}
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        V(self.0 - o.0, self.1 - o.1)
    }
}
impl Mul<i64> for V {
    type Output = V;
    fn mul(self, k: i64) -> V {
        V(self.0 * k, self.1 * k)
    }
}
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        V(-self.0, -self.1)
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = V(i as i64, 2);
        let b = -(a + V(1, 1)) * 3 - V(1, -1);
        (b.0 + b.1 * 100 + 10_000) as u64 + (a == a) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
