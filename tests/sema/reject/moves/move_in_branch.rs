use rustg_std::prelude::*;

struct S;
fn eat(s: S) {}
fn f(c: bool) {
    let s = S;
    if c {
        eat(s);
    }
    eat(s); //~ E0382 use of moved value: `s`
}
