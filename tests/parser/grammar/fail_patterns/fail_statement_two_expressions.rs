//@ edition: 2021
// Two expressions, nothing between.
//@ error: 4:12: expected one of `!`, `.`, `::`, `;`, `?`, `{`, `}`, or an operator, found `b`
fn f() { a b }
