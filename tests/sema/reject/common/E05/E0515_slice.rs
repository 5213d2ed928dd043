pub fn f<'a>() -> &'a [f32] {
    let x = [1.0, 2.0];
    &x
}
