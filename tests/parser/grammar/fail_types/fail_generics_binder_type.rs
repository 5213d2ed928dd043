//@ edition: 2021
// Binders hold parameters.
//@ error: 4:13: expected one of `#`, `>`, `const`, identifier, or lifetime, found `&`
fn f(a: for<&'a> fn()) {}
