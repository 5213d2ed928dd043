// `*a` and `a[i]` keep the temporaries they are of, where a `let` extends them; `a.deref()` is a call like any other.
use std::ops::{Deref, DerefMut, Index};
pub struct W(pub u32);
impl Deref for W {
    type Target = u32;
    fn deref(&self) -> &u32 {
        &self.0
    }
}
impl DerefMut for W {
    fn deref_mut(&mut self) -> &mut u32 {
        &mut self.0
    }
}
impl Index<u32> for W {
    type Output = u32;
    fn index(&self, _: u32) -> &u32 {
        &self.0
    }
}

pub fn deref(n: u32) -> u32 {
    let a = W(n).deref(); //~ E0716 temporary value dropped while borrowed
    *a
}
pub fn index(n: u32) -> u32 {
    let a = W(n).index(2); //~ E0716 temporary value dropped while borrowed
    *a
}
pub fn assigned(mut w: W) {
    *w.deref() = 3; //~ E0594 cannot assign to data in a `&` reference
    *w = 4;
}
pub fn extended(n: u32) -> u32 {
    let a = &*W(n);
    let b = &W(n)[2];
    let c: &u32 = &W(n);
    *a + *b + *c
}
