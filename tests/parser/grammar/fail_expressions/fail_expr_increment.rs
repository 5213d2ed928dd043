//@ edition: 2021
// There is no increment.
//@ error: 4:11: Rust has no postfix increment operator
fn f() { a++; }
