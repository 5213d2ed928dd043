// The operator's one impl for the left side tells what the right side is.
use core::ops::{Add, MulAssign};
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct V(f32);
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V(self.0 + o.0)
    }
}
impl MulAssign<f32> for V {
    fn mul_assign(&mut self, k: f32) {
        self.0 *= k;
    }
}

#[kernel]
pub fn test(mut out: GridMut<f32>) {
    let t = thread::index();
    let mut a = V(1.0) + 2.0; //~ E0308 mismatched types
    a *= 2; //~ E0308 mismatched types
    a *= V(1.0); //~ E0308 mismatched types
    out[t] = (a + a).0;
}
