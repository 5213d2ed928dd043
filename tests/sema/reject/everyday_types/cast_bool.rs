// A float from a bool.
fn as_float(b: bool) -> f32 {
    b as f32 //~ E0606 casting `bool` as `f32` is invalid
}
