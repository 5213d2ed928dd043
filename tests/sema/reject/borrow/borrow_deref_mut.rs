// A type with Deref but without DerefMut is looked through, not changed.
use std::ops::{Deref, Index};

struct Shown(u32);

impl Deref for Shown {
    type Target = u32;
    fn deref(&self) -> &u32 {
        &self.0
    }
}

impl Index<usize> for Shown {
    type Output = u32;
    fn index(&self, _i: usize) -> &u32 {
        &self.0
    }
}

pub fn f(mut s: Shown) {
    let a = &mut *s; //~ E0596 cannot borrow data in dereference of `Shown` as mutable
    let b = &mut s[0]; //~ E0596 cannot borrow data in an index of `Shown` as mutable
}
