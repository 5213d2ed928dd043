//@ edition: 2021
// A pointer says const or mut.
//@ error: 4:10: expected `mut` or `const` keyword in raw pointer type
type A = *u8;
