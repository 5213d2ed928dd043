// edition 2015
// An import may not have std's name at the root of a crate of edition 2015.
use std::mem as std; //~ E0254 the name `std` is defined multiple times
pub fn half(x: f32) -> f32 {
    x * 0.5
}
