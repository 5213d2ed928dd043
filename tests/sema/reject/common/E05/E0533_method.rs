pub struct P;
impl P {
    fn g(&self) -> u32 {
        1
    }
}
pub fn f(p: &P) -> u32 {
    match p.g() {
        P::g => 1,
        _ => 2,
    }
}
