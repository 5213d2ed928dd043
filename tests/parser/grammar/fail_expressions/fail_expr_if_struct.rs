//@ edition: 2021
// No struct literal where a block follows.
//@ error: 4:18: struct literals are not allowed here
fn f() { if a == S { b: 1 } {} }
