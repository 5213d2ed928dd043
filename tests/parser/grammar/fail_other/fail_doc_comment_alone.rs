//@ edition: 2021
// A doc comment stands before something.
//@ error: 6:5: found a documentation comment that doesn't document anything
struct S {
    a: u8,
    /// nothing follows
}
