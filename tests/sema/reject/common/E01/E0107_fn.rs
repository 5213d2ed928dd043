fn g<T>(x: T) -> T {
    x
}
pub fn f() -> u32 {
    g::<u32, f32>(1)
}
