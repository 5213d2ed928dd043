use rustg_std::prelude::*;

enum E {
    A,
    B(u32),
    C { x: bool },
}
fn f(e: E) {
    match e { //~ E0004 non-exhaustive patterns: `E::C { .. }` not covered
        E::A => {}
        E::B(0) => {}
    }
}
