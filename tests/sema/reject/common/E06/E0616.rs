mod m {
    pub struct S {
        x: u32,
    }
}

pub fn f(s: m::S) -> u32 {
    s.x
}
