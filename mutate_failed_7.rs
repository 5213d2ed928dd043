//@ edition: 2018
// A word since 2018.
//@ error: 4:4: expected identifier, found keyword `dyn`
fn dyn() {}
