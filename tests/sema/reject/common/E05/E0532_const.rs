fn zero() -> u32 {
    0
}
pub fn f(x: u32) -> u32 {
    match x {
        zero => 1,
        zero() => 2,
        _ => 3,
    }
}
