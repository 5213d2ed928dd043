// A value behind a reference is moved.
fn load<T>(x: &[T], i: usize) -> T {
    x[i] //~ E0508 cannot move out of type `[T]`, a non-copy slice
}
