//@ edition: 2021
// Alternatives need parentheses in let.
//@ error: 4:14: `let` bindings require top-level or-patterns in parentheses
fn f() { let A | B = c; }
