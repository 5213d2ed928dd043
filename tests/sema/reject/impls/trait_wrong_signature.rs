use rustg_std::prelude::*;

trait T {
    fn a(&self, n: u32) -> u32;
}
struct S;
impl T for S {
    fn a(&self, n: f32) -> u32 { //~ E0053 method `a` has an incompatible type for trait
        0
    }
}
