//@ edition: 2021
// Comparisons are compared in parentheses only.
//@ error: 4:18: comparison operators cannot be chained
fn f() { x.0 + 1 < g(2) == true; }
fn g() { 0 >= a.b > c; }
fn h() { a.b < c < d; }
