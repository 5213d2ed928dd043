// What the trait does not have is told of before what differs from it.
use rustg_std::prelude::*;

trait Reduce {
    const IDENTITY: Self;
    fn combine(self, other: Self) -> Self;
    fn finish(&self) -> f32 { 0.0 }
}

impl Reduce for f32 {
    const IDENTITY: f64 = 0.0; //~ E0326 implemented const `IDENTITY` has an incompatible type for
    fn combine(&self, other: f32) -> f32 { self + other } //~ E0053 method `combine` has an incompatible type for trait
    fn finish(&self, scale: f32) -> f32 { *self * scale } //~ E0050 method `finish` has 2 parameters but the declaration in
    fn extra(&self) -> u32 { 3 } //~ E0407 method `extra` is not a member of trait `Reduce`
}

impl Reduce for u32 {
    const IDENTITY: u32 = 0;
    fn combine(self, other: u32) -> u64 { (self + other) as u64 } //~ E0053 method `combine` has an incompatible type for trait
}

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i].combine(1.0);
    }
}
