use rustg_std::prelude::*;

trait T {}
fn g<A: T>(a: A) {}
fn f() {
    g(1u32); //~ E0277 the trait bound `u32: T` is not satisfied
}
