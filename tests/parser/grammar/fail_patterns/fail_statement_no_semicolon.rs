//@ edition: 2021
// A statement ends with a semicolon.
//@ error: 5:14: expected `;`, found keyword `let`
fn f() {
    let a = 1
    let b = 2;
}
