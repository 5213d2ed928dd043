//@ edition: 2021
// A range with `=` has an end.
//@ error: 4:21: inclusive range with no end
fn f() { match a { 1..= => {} } }
