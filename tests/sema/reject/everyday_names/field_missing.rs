// A field is left out.
struct Ray {
    origin: [f32; 3],
    direction: [f32; 3],
    t: f32,
}
fn ray() -> Ray {
    Ray { origin: [0.0; 3], t: 1.0 } //~ E0063 missing field `direction` in initializer of `Ray`
}
