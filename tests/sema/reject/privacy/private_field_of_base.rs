mod m {
    #[derive(Default)]
    pub struct S {
        pub x: u32,
        y: u32, // not visible outside
    }
}

pub fn of_base() -> m::S {
    m::S { x: 1, ..Default::default() } //~ E0451 field `y` of struct `S` is private
}
