use rustg_std::prelude::*;

fn g(a: u32, b: u32) {}
fn f() {
    g(1); //~ E0061 this function takes 2 arguments but 1 argument was supplied
}
