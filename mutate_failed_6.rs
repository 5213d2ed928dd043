//@ edition: 2021
// A brace is not closed.
//@ error: 6:3: this file contains an unclosed delimiter
fn f() {
    if a {
}
