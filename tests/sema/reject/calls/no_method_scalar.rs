use rustg_std::prelude::*;

fn f(n: u32) {
    n.go(); //~ E0599 no method named `go` found for type `u32` in the current scope
}
