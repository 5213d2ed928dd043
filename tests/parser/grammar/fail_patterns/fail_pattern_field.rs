//@ edition: 2021
// The rest of a pattern's fields comes last.
//@ error: 4:20: expected `}`, found `,`
fn f() { let A { .., b } = c; }
