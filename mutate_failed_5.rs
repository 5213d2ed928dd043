//@ edition: 2021
// A parenthesis is closed by a brace.
//@ error: 5:10: mismatched closing delimiter: `)`
fn f() {
    g(a, [b);
}
