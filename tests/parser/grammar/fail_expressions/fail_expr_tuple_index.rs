//@ edition: 2021
// A tuple's index is a plain number.
//@ error: 4:12: suffixes on a tuple index are invalid
fn f() { a.1u8; a.b c; }
