//@ edition: 2021
// A line that a suggestion empties is not shown anew.
//@ error: 5:1: expected item, found `;`
trait A {}
;
fn f() {
    let x =
    +
    3;
}
