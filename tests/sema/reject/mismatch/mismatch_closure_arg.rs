use rustg_std::prelude::*;

fn g<F: Fn(u32) -> u32>(f: F) {}
fn f() {
    g(|x| x as f32); //~ E0308 mismatched types
}
