use rustg_std::prelude::*;

mod m {
    pub struct S;
    impl S {
        fn hidden(&self) {}
    }
}
fn f(s: m::S) {
    s.hidden(); //~ E0624 method `hidden` is private
}
