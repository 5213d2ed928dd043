//@ edition: 2021
// Only a name can be mutable.
//@ error: 4:14: `mut` must be attached to each individual binding
fn f() { let mut A(b) = c; }
