use rustg_std::prelude::*;

struct S;
fn f(s: S) {
    s.go(); //~ E0599 no method named `go` found for struct `S` in the current scope
}
