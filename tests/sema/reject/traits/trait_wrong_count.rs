use rustg_std::prelude::*;

trait T {
    fn a(&self, n: u32);
}
struct S;
impl T for S {
    fn a(&self) {} //~ E0050 method `a` has 1 parameter but the declaration in trait `T::a` has 2
}
