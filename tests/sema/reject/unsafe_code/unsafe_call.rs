use rustg_std::prelude::*;

unsafe fn g() {}
fn f() {
    g(); //~ E0133 call to unsafe function `g` is unsafe and requires unsafe block
}
