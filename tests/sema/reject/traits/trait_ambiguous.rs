use rustg_std::prelude::*;

trait A {
    fn go(&self) {}
}
trait B {
    fn go(&self) {}
}
struct S;
impl A for S {}
impl B for S {}
fn f(s: S) {
    s.go(); //~ E0034 multiple applicable items in scope
}
