// Bits of a float.
fn mask(x: f32) -> f32 {
    x & 1.0 //~ E0369 no implementation for `f32 & {float}`
}
