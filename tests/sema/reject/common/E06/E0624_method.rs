mod m {
    pub struct P(pub f32);
    impl P {
        fn hidden(&self) -> f32 {
            self.0
        }
        pub fn shown(&self) -> f32 {
            self.hidden()
        }
    }
}
pub fn f(p: &m::P) -> f32 {
    p.shown() + p.hidden()
}
