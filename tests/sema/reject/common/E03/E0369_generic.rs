pub fn f<T>(a: T, b: T) -> T {
    a + b
}
