//@ edition: 2021
// Braces end an invocation; others need a semicolon.
//@ error: 4:5: macros that expand to items must be delimited with braces or followed by a semicolon
mac!(a)
fn f() {}
