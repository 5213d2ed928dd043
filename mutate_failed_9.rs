//@ edition: 2021
// An operator is one token.
//@ error: 4:14: expected expression, found `=`
fn f() { a + = b; }
