use rustg_std::prelude::*;

enum E {
    A,
}
fn f(e: E::A) {} //~ E0573 expected type, found variant `E::A`
