//@ edition: 2021
// Inner attributes come first.
//@ error: 5:1: an inner attribute is not permitted in this context
fn f() {}
#![a]
fn g() {}
