// A slice is read while its array changes.
fn shift(v: &mut [f32; 8]) -> f32 {
    let first = &v[0];
    v[1] = 3.0; //~ E0506 cannot assign to `v[_]` because it is borrowed
    *first
}
