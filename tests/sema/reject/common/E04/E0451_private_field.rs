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
pub fn f() -> f32 {
    let p = m::P { x: 1.0 };
    p.x()
}
