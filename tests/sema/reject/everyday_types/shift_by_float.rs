// A shift by a float.
fn shift(x: u32, n: f32) -> u32 {
    x << n //~ E0277 no implementation for `u32 << f32`
}
