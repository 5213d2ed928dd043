pub fn f<T, T>(a: T) -> T {
    a
}
