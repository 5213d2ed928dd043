//@ edition: 2021
// Let is no expression elsewhere.
//@ error: 4:11: expected expression, found `let` statement
fn f() { (let a = b); }
