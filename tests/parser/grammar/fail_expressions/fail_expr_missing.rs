//@ edition: 2021
// An operator has two sides.
//@ error: 4:14: expected expression, found `;`
fn f() { a + ; }
