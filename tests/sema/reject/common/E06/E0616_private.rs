mod m {
    pub struct P {
        x: f32,
    }
    impl P {
        pub fn x(&self) -> f32 {
            self.x
        }
    }
}
pub fn f(p: &m::P) -> f32 {
    p.x
}
