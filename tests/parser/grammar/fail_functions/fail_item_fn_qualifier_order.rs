//@ edition: 2021
// Qualifiers have one order.
//@ error: 4:8: expected one of `extern` or `fn`, found keyword `const`
unsafe const fn f() {}
