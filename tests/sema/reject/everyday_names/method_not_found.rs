// A method of another language.
fn clamp_it(x: f32) -> f32 {
    x.saturate() //~ E0599 no method named `saturate` found for type `f32` in the current scope
}
