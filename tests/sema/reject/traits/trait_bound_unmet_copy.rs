use rustg_std::prelude::*;

struct S;
fn g<A: Copy>(a: A) {}
fn f() {
    g(S); //~ E0277 the trait bound `S: Copy` is not satisfied
}
