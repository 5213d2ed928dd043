//@ edition: 2021
// A trait holds items only.
//@ error: 4:11: non-item in item list
trait T { let a = 1; }
