//@ edition: 2021
// A module has a name.
//@ error: 4:5: expected identifier, found `{`
mod {}
