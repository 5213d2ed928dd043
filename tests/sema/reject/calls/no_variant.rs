use rustg_std::prelude::*;

enum E {
    A,
}
fn f() -> E {
    E::B //~ E0599 no variant or associated item named `B` found for enum `E` in the current scope
}
