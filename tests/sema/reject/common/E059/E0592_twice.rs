pub struct P;
impl P {
    pub fn g(&self) {}
}
impl P {
    pub fn g(&self) {}
}
