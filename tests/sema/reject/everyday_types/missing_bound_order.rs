// It has no order either.
fn larger<T: Copy>(a: T, b: T) -> T {
    if a > b { a } else { b } //~ E0369 binary operation `>` cannot be applied to type `T`
}
