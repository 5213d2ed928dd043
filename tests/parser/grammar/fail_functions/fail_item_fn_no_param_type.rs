//@ edition: 2021
// Parameters have types.
//@ error: 4:7: expected one of `:`, `@`, or `|`, found `,`
fn f(a, b: u8) {}
