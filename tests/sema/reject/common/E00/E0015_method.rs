pub struct P(u32);
impl P {
    fn new() -> P {
        P(1)
    }
}
pub const X: P = P::new();
