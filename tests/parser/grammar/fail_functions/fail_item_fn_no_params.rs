//@ edition: 2021
// A function has a parameter list.
//@ error: 4:5: missing parameters for function definition
fn f {}
