// Branches of two types.
fn sign(x: f32) -> f32 {
    let s = if x > 0.0 { 1 } else { -1.0 }; //~ E0308 `if` and `else` have incompatible types
    s
}
