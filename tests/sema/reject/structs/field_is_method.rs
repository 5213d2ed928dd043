use rustg_std::prelude::*;

struct S;
impl S {
    fn get(&self) -> u32 {
        1
    }
}
fn f(s: S) -> u32 {
    s.get //~ E0615 attempted to take value of method `get` on type `S`
}
