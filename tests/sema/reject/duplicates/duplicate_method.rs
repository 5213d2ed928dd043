use rustg_std::prelude::*;

struct S;
impl S {
    fn a(&self) {}
    fn a(&self) {} //~ E0592 duplicate definitions with name `a`
}
