use rustg_std::prelude::*;

struct S;
impl S {
    fn into(self) {}
}
fn f() {
    let s = S;
    s.into();
    s.into(); //~ E0382 use of moved value: `s`
}
