// Arguments that are evaluated before they are shown are borrowed together.
use rustg_std::prelude::*;
fn f(n: u32) -> u32 {
    n
}
#[kernel]
pub fn k(n: u32) {
    let p = (n, n);
    let mut m = n;
    println!("{0} {0} {1} {0} {a} {a}", n, p.1, a = &p.0);
    println!("{0} {0} {1} {2}", f(m), m, { m += 1; m }); //~ E0506 cannot assign to `m` because it is borrowed
}
