// An array of another length.
fn norm(v: [f32; 3]) -> f32 {
    v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
}
fn use_it(v: [f32; 4]) -> f32 {
    norm(v) //~ E0308 mismatched types
}
