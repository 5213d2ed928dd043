use rustg_std::prelude::*;

fn g(a: u32) {}
fn f() {
    g(1, 2); //~ E0061 this function takes 1 argument but 2 arguments were supplied
}
