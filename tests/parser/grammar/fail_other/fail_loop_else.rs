//@ edition: 2021
// No loop has an `else`; what stands behind it is read.
//@ error: 5:19: `for...else` loops are not supported
fn f() {
    for x in y {} else {}
    'a: while let S { a } = b {} else if let T { c } = d {} else {}
    let x = loop {} else if e {};
    let z = ;
}
