// A type parameter has no operators.
fn add<T>(a: T, b: T) -> T {
    a + b //~ E0369 cannot add `T` to `T`
}
