//@ edition: 2021
// A brace too many.
//@ error: 5:1: unexpected closing delimiter: `}`
fn f() {}
}
fn g() {}
