// Placeholders in signatures.
const C: _ = 3; //~ E0121 the placeholder `_` is not allowed within types on item signatures for constants

fn f() -> _ { //~ E0121 the placeholder `_` is not allowed within types on item signatures for return types
    5
}

fn g(x: _) {} //~ E0121 the placeholder `_` is not allowed within types on item signatures for functions

struct S {
    x: _, //~ E0121 the placeholder `_` is not allowed within types on item signatures for structs
}
