// The items of a slice's iterator are references.
fn total(x: &[f32]) -> f32 {
    let mut sum: f32 = 0.0;
    for v in x.iter() {
        sum = v; //~ E0308 mismatched types
    }
    sum
}
