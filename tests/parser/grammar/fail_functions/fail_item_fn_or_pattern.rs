//@ edition: 2021
// Alternatives need parentheses in parameters.
//@ error: 4:6: function parameters require top-level or-patterns in parentheses
fn f(A | B: C) {}
