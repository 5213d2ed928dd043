pub enum E {
    A(u32),
    B,
}
pub fn f(e: E) -> u32 {
    let E::A(x) = e;
    x
}
