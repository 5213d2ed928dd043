fn pair<T>(a: T) -> (T, T) {
    (a, a)
}
pub fn f() -> (u32, u32) {
    pair(1)
}
