use rustg_std::prelude::*;

struct S;
fn f(mut a: S) {
    a += 1; //~ E0368 binary assignment operation `+=` cannot be applied to type `S`
}
