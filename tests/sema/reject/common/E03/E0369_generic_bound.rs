pub fn f<T: Copy>(a: T, b: T) -> bool {
    a == b
}
