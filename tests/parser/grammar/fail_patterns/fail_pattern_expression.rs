//@ edition: 2021
// A pattern is no sum.
//@ error: 4:20: expected a pattern, found an expression
fn f() { match a { 1 + 2 => {} } }
