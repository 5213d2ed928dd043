use rustg_std::prelude::*;

mod m {
    fn hidden() {}
}
fn f() {
    m::hidden(); //~ E0603 function `hidden` is private
}
