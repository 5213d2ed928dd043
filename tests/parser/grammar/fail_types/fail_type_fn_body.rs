//@ edition: 2021
// A function pointer has no name.
//@ error: 4:12: missing parameters for function definition
type A = fn f();
