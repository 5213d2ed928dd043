//@ edition: 2021
// A file holds items.
//@ error: 4:1: expected item, found `1`
1 + 2;
