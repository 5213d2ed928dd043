pub fn f<'a>(x: &'a f32, y: &f32) -> &'a f32 {
    if *x > *y { x } else { y }
}
