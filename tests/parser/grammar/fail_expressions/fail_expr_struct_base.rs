//@ edition: 2021
// A base comes last.
//@ error: 4:14: cannot use a comma after the base struct
fn f() { S { ..a, b: 1 }; }
