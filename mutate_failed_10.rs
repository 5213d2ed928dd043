//@ edition: 2021
// A type takes the `<`.
//@ error: 4:21: `<` is interpreted as a start of generic arguments for `usize`, not a comparison
fn f() { a as usize < b; }
