//@ edition: 2021
// An array repeats one value.
//@ error: 4:15: expected one of `!`, `,`, `.`, `::`, `?`, `]`, `{`, or an operator, found `;`
fn f() { [a, b; 3]; }
