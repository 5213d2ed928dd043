//@ edition: 2024
// A word since 2024.
//@ error: 4:4: expected identifier, found reserved keyword `gen`
fn gen() {}
