//@ edition: 2021
// Else belongs to if.
//@ error: 4:10: expected expression, found keyword `else`
fn f() { else {} }
