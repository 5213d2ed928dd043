use rustg_std::prelude::*;

enum E {
    A { x: u32 },
}
fn f() -> E {
    E::A(1) //~ E0533 expected value, found struct variant `E::A`
}
