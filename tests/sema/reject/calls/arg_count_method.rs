use rustg_std::prelude::*;

struct S;
impl S {
    fn g(&self, a: u32) {}
}
fn f(s: S) {
    s.g(); //~ E0061 this method takes 1 argument but 0 arguments were supplied
}
