//@ edition: 2021
// Foreign items are items.
//@ error: 4:14: non-item in item list
extern "C" { let a; }
