// A constant index behind an array's end.
fn last() -> f32 {
    let v = [1.0f32, 2.0, 3.0];
    v[3] //~ unconditional_panic this operation will panic at runtime
}
