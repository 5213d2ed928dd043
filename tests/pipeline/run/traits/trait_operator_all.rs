// every arithmetic operator trait on a newtype
// threads: 4
// expect: 18446744073709336621 18446744073709340616 18446744073709358620 18446744073709505619
use rustg_std::prelude::*;

use core::ops::*;
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct W(i64);
impl Add for W {
    type Output = W;
    fn add(self, o: W) -> W {
        W(self.0.wrapping_add(o.0))
    }
}
impl Sub<i64> for W {
    type Output = W;
    fn sub(self, o: i64) -> W {
        W(self.0 - o)
    }
}
impl Mul<W> for i64 {
    type Output = W;
    fn mul(self, o: W) -> W {
        W(self * o.0)
    }
}
impl Div for W {
    type Output = Option<W>;
    fn div(self, o: W) -> Option<W> {
        self.0.checked_div(o.0).map(W)
    }
}
impl Rem<W> for W {
    type Output = i64;
    fn rem(self, W(o): W) -> i64 {
        self.0 % o
    }
}
impl BitAnd for W {
    type Output = W;
    fn bitand(self, o: W) -> W {
        W(self.0 & o.0)
    }
}
impl BitOr<&W> for &W {
    type Output = W;
    fn bitor(self, o: &W) -> W {
        W(self.0 | o.0)
    }
}
impl BitXor for W {
    type Output = Self;
    fn bitxor(self, o: Self) -> Self {
        Self(self.0 ^ o.0)
    }
}
impl Shl<u32> for W {
    type Output = W;
    fn shl(self, by: u32) -> W {
        W(self.0 << by)
    }
}
impl Shr<u32> for W {
    type Output = W;
    fn shr(self, by: u32) -> W {
        W(self.0 >> by)
    }
}
impl Neg for W {
    type Output = W;
    fn neg(self) -> W {
        W(-self.0)
    }
}
impl Not for W {
    type Output = bool;
    fn not(self) -> bool {
        self.0 == 0
    }
}
impl AddAssign<i64> for W {
    fn add_assign(&mut self, o: i64) {
        self.0 += o;
    }
}
impl ShlAssign<u32> for W {
    fn shl_assign(&mut self, by: u32) {
        *self = *self << by;
    }
}
impl BitOrAssign for W {
    fn bitor_assign(&mut self, o: W) {
        *self = &*self | &o;
    }
}
fn value(i: u64) -> u64 {
    let mut a = W(i as i64 + 3);
    let b = W(-5);
    a += 10;
    a <<= 2;
    a |= W(1);
    let c = 3 * (a + b - 1) ^ (a & b) << 1;
    let d = (c / b).unwrap_or_default() >> 1;
    let e = (a / W(0)).is_none();
    (-(c + d)).0.wrapping_mul(1000) as u64 ^ (a % W(7)) as u64 ^ (!W(0) && e && !!W(2)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
