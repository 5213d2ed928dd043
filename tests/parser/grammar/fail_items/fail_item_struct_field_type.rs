//@ edition: 2021
// A field has a type.
//@ error: 4:13: expected `:`, found `,`
struct S { a, b: u8 }
