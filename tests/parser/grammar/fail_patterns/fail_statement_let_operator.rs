//@ edition: 2021
// Let takes `=`.
//@ error: 4:16: can't reassign to an uninitialized variable
fn f() { let a += 1; }
