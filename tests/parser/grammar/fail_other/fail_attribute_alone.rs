//@ edition: 2021
// An attribute stands before something.
//@ error: 5:1: expected item after attributes
fn f() {}
#[a]
