use rustg_std::prelude::*;

fn g<const N: usize>(a: [u32; N], b: [u32; N]) {}
fn f() {
    g([1, 2], [1, 2, 3]); //~ E0308 mismatched types
}
