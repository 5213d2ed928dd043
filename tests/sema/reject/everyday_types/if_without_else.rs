// A value on one way only.
fn relu(x: f32) -> f32 {
    if x > 0.0 { //~ E0317 `if` may be missing an `else` clause
        x
    }
}
