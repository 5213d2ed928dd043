use rustg_std::prelude::*;

trait T {
    fn a(&self);
    fn b(&self);
}
struct S;
impl T for S { //~ E0046 not all trait items implemented, missing: `b`
    fn a(&self) {}
}
