use rustg_std::prelude::*;

struct S;
fn eat(s: S) {}
fn f() {
    let s = S;
    let g = move || {
        eat(s);
    };
    g();
    g(); //~ E0382 use of moved value: `g`
}
