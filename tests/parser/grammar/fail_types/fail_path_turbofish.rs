//@ edition: 2021
// Generic arguments of an expression follow `::`.
//@ error: 4:11: comparison operators cannot be chained
fn f() { a<b>(c); }
