//@ edition: 2021
// A byte-order mark, and lines that end in CR LF.
fn main() {
    let a = "two
lines";
    /* a
 b */ f(a);
}
/// documentation
struct S;
