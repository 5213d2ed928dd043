//@ edition: 2021
// A use declaration without its semicolon.
//@ error: 4:9: expected `;`, found keyword `fn`
use a::b
fn f() {}
