//@ edition: 2021
// A struct is neither unit nor has fields.
//@ error: 5:1: expected `where`, `{`, `(`, or `;` after struct name, found keyword `fn`
struct S
fn f() {}
