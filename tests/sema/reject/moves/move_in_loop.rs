use rustg_std::prelude::*;

struct S;
fn eat(s: S) {}
fn f() {
    let s = S;
    for _ in 0..3 {
        eat(s); //~ E0382 use of moved value: `s`
    }
}
