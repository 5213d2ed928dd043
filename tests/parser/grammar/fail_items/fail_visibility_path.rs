//@ edition: 2021
// A path in a visibility follows `in`.
//@ error: 4:5: incorrect visibility restriction
pub(a::b) fn f() {}
