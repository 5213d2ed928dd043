use rustg_std::prelude::*;

trait T {}
struct W<A: T>(A);
fn f(w: W<u32>) {} //~ E0277 the trait bound `u32: T` is not satisfied
