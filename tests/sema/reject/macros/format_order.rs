// rustc: accepts
// An argument is evaluated once, in its order: what cannot be shown so is not compiled.
use rustg_std::prelude::*;
fn f(n: u32) -> u32 {
    n
}
#[kernel]
pub fn k(n: u32) {
    let p = (n, n);
    println!("{0} {0} {1} {0} {a} {a}", n, p.1, a = &p.0);
    println!("{} {} {a}", f(1), f(2), a = f(3));
    println!("{0} {0}", f(n)); //~ - an argument that is shown twice, or before an earlier one, cannot be compiled for kernels yet
    println!("{1} {0}", f(1), f(2)); //~ - an argument that is shown twice, or before an earlier one, cannot be compiled for kernels yet
    assert!(n > 0, "{a} {}", n + 1, a = f(2)); //~ - an argument that is shown twice, or before an earlier one, cannot be compiled for kernels yet
}
