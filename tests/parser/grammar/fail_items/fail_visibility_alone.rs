//@ edition: 2021
// A visibility stands before an item.
//@ error: 4:1: visibility `pub` is not followed by an item
pub
