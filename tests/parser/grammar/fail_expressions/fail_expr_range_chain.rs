//@ edition: 2021
// Ranges do not chain.
//@ error: 4:14: expected one of `!`, `.`, `::`, `;`, `?`, `{`, `}`, or an operator, found `..`
fn f() { a..b..c; }
