// A closure that captures is no fn pointer.
fn apply(f: fn(f32) -> f32, x: f32) -> f32 {
    f(x)
}
fn scaled(a: f32, x: f32) -> f32 {
    apply(|v| v * a, x) //~ E0308 mismatched types
}
