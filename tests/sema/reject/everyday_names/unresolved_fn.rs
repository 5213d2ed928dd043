// A fn that is nowhere.
fn scale(x: f32) -> f32 {
    powf(x, 2.0) //~ E0425 cannot find function `powf` in this scope
}
