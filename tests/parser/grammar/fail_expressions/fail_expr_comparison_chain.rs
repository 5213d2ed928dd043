//@ edition: 2021
// Comparisons do not chain.
//@ error: 4:12: comparison operators cannot be chained
fn f() { a < b < c; }
