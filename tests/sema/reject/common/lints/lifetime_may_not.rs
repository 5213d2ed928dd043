pub fn f<'a, 'b>(x: &'a f32, y: &'b f32) -> &'a f32 {
    if *x > *y { x } else { y }
}
