use rustg_std::prelude::*;

trait T {
    fn t(&self);
}
fn f<A: T>(a: A::Out) {} //~ E0220 associated type `Out` not found for `A`
