mod m {
    fn hidden() -> u32 {
        1
    }
    pub fn shown() -> u32 {
        hidden()
    }
}
pub fn f() -> u32 {
    m::shown() + m::hidden()
}
