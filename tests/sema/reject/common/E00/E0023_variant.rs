pub enum E {
    A(u32, u32),
    B,
}
pub fn f(e: E) -> u32 {
    match e {
        E::A(x) => x,
        E::B => 0,
    }
}
