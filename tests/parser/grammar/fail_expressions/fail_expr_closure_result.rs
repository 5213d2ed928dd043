//@ edition: 2021
// A closure with a result type has a block.
//@ error: 4:20: expected `{`, found `a`
fn f() { |a| -> u8 a; }
