//@ edition: 2021
// An attribute begins with a path.
//@ error: 4:3: expected identifier, found `1`
#[1] fn f() {}
