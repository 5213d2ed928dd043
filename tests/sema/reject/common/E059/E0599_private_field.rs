mod m {
    pub struct P {
        f: fn() -> u32,
        pub g: fn() -> u32,
        h: u32,
    }
}
pub fn a(p: &m::P) -> u32 {
    p.f()
}
pub fn b(p: &m::P) -> u32 {
    p.g()
}
pub fn c(p: &m::P) -> u32 {
    p.h()
}
