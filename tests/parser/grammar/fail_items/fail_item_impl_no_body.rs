//@ edition: 2021
// An implementation has a body.
//@ error: 4:13: expected `{}`, found `;`
impl A for B;
fn f() {}
