//@ edition: 2021
// A range with `=` has an end.
//@ error: 4:11: inclusive range with no end
fn f() { a..=; }
