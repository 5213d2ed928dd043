use rustg_std::prelude::*;

struct S;
fn f() {
    S::new(); //~ E0599 no function or associated item named `new` found for struct `S` in the current scope
}
