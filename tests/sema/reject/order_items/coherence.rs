// Foreign impls come first, then those that overlap, then inherent ones.
use rustg_std::prelude::*;
use core::ops::Add;

impl Add<f32> for u32 { //~ E0117 only traits defined in the current crate can be implemented
    type Output = f32;
    fn add(self, o: f32) -> f32 { self as f32 + o }
}

impl f32 { //~ E0390 cannot define inherent `impl` for primitive types
    fn double(self) -> f32 { self * 2.0 }
}

trait Area { fn area(&self) -> f32; }
impl<T> Area for T { fn area(&self) -> f32 { 0.0 } }
impl Area for f32 { fn area(&self) -> f32 { *self } } //~ E0119 conflicting implementations of trait `Area` for type `f32`

#[kernel]
pub fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 2u32 + 3.0;
    }
}
