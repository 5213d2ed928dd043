use rustg_std::prelude::*;

fn g(a: &mut u32) {}
fn f(x: u32) {
    g(&x); //~ E0308 mismatched types
}
