// An Option is no number.
fn next(x: &[f32]) -> f32 {
    let v = x.first();
    v + 1.0 //~ E0369 cannot add `{float}` to `Option<&f32>`
}
