use rustg_std::prelude::*;

trait T {
    type Out;
    fn get(&self) -> Self::Out;
}
struct S;
impl T for S {
    type Out = u32;
    fn get(&self) -> u32 {
        1
    }
}
fn g<A: T<Out = f32>>(a: A) {}
fn f() {
    g(S); //~ E0271 type mismatch resolving `<S as T>::Out == f32`
}
