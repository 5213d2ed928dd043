//@ edition: 2021
// The list of parameters ends.
//@ error: 4:7: expected one of `,`, `:`, `=`, or `>`, found `(`
fn f<T() {}
