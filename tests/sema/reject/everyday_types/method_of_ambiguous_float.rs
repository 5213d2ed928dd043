// The type of a literal is not known.
fn root() -> f32 {
    let x = 2.0;
    x.sqrt() //~ E0689 can't call method `sqrt` on ambiguous numeric type `{float}`
}
