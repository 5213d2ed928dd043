pub struct V(f32);
pub fn f(o: Option<V>) -> f32 {
    let a = match o {
        Some(v) => v.0,
        None => 0.0,
    };
    let b = match o {
        Some(v) => v.0,
        None => 1.0,
    };
    a + b
}
