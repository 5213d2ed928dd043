//@ edition: 2021
// Arms are separated by commas.
//@ error: 4:26: expected `,` following `match` arm
fn f() { match a { b => c d => e } }
