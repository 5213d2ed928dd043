//@ edition: 2021
// A label names a loop or block.
//@ error: 4:14: expected `while`, `for`, `loop` or `{` after a label
fn f() { 'a: 1; }
