pub struct P<T> {
    x: f32,
}
