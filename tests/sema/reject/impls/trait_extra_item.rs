use rustg_std::prelude::*;

trait T {
    fn a(&self);
}
struct S;
impl T for S {
    fn a(&self) {}
    fn c(&self) {} //~ E0407 method `c` is not a member of trait `T`
}
