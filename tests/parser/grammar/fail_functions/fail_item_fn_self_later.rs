//@ edition: 2021
// Self comes first.
//@ error: 4:22: unexpected `self` parameter in function
impl A { fn f(a: u8, self) {} }
