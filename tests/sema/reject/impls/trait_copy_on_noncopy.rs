use rustg_std::prelude::*;

struct A;
#[derive(Clone)]
struct B {
    a: A,
}
impl Clone for A {
    fn clone(&self) -> A {
        A
    }
}
impl Copy for B {} //~ E0204 the trait `Copy` cannot be implemented for this type
