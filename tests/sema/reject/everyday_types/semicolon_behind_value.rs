// The value of a fn is dropped.
fn square(x: f32) -> f32 { //~ E0308 mismatched types
    x * x;
}
