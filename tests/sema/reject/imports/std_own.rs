// edition 2015
// Nor may a module; a function is in another namespace.
pub mod std {} //~ E0260 the name `std` is defined multiple times
pub fn std() {}
