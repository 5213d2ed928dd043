//@ edition: 2021
// Only some words follow `builtin #`.
//@ error: 4:10: unknown `builtin #` construct `nothing`
fn f() { builtin # nothing(a); }
