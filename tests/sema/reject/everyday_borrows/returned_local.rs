// A reference to a local array is returned.
fn row(n: usize) -> &'static [f32] {
    let v = [0.0f32; 16];
    &v[..n] //~ E0515 cannot return value referencing local variable `v`
}
