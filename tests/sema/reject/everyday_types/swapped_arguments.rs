// Two arguments change places.
fn at(x: &[f32], i: usize) -> f32 {
    x[i]
}
fn third(x: &[f32]) -> f32 {
    at(3, x) //~ E0308 arguments to this function are incorrect
}
