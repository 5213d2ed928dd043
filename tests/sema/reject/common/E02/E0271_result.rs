fn call<F: Fn(u32) -> u32>(f: F) -> u32 {
    f(1)
}
pub fn f() -> u32 {
    call(|x| x as f32)
}
