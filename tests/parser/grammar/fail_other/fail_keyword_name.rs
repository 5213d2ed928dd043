//@ edition: 2021
// A keyword is no name.
//@ error: 4:4: expected identifier, found keyword `match`
fn match() {}
fn f() { let fn = 1; }
