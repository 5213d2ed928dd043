//@ edition: 2021
// An arm has an arrow.
//@ error: 4:22: expected one of `=>`, `@`, `if`, or `|`, found `=`
fn f() { match a { b = c } }
