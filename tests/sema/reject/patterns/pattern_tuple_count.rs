use rustg_std::prelude::*;

enum E {
    A(u32, u32),
}
fn f(e: E) {
    match e {
        E::A(x) => {} //~ E0023 this pattern has 1 field, but the corresponding tuple variant has 2 fields
    }
}
