pub struct View<T> {
    data: &[T],
    n: usize,
}
