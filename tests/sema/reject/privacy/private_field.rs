use rustg_std::prelude::*;

mod m {
    pub struct S {
        x: u32,
    }
    impl S {
        pub fn new() -> S {
            S { x: 1 }
        }
    }
}
fn f() -> u32 {
    m::S::new().x //~ E0616 field `x` of struct `S` is private
}
