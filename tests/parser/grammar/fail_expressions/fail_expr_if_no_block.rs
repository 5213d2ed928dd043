//@ edition: 2021
// A condition is followed by a block.
//@ error: 4:15: expected `{`, found `b`
fn f() { if a b }
