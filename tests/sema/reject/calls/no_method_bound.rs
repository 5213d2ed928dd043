use rustg_std::prelude::*;

trait T {
    fn t(&self);
}
fn f<A>(a: A) {
    a.t(); //~ E0599 no method named `t` found for type parameter `A` in the current scope
}
