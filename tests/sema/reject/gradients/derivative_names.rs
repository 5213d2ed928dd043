// Rules that are not there, or that ask for more than their functions have: for rustc they are wrong too.
use rustg_std::prelude::*;

pub struct Pair {
    pub a: f32,
}

fn doubled<T: Copy + core::ops::Add<Output = T>>(x: T, d: T) -> T {
    x + d
}

#[derivative(doubled)] //~ E0277 cannot add `T` to `T`
pub fn copied<T: Copy>(x: T) -> T {
    x
}

#[derivative(missing)] //~ E0425 cannot find
pub fn lost(x: f32) -> f32 {
    x
}

#[derivative(rules::missing)] //~ E0433
pub fn lost_in_module(mut x: f32) -> f32 {
    x += 1.0;
    x
}

#[derivative(Pair)] //~ E0423 expected
pub fn ruled_by_type(x: f32) -> f32 {
    x
}
