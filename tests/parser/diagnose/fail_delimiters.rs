//@ 2021
fn f(
//~ 1:7 this file contains an unclosed delimiter

//@ 2021
fn f() { [a) }
//~ 1:10 mismatched closing delimiter: `)`

//@ 2021
fn f() { } }
//~ 1:12 unexpected closing delimiter: `}`

//@ 2021
fn f() { { { { { { { {
//~ 1:24 this file contains an unclosed delimiter

//@ 2021
fn f() { (a, b; }
//~ 1:10 mismatched closing delimiter: `}`

//@ 2021
fn f() { let (a, b = c; }
//~ 1:14 mismatched closing delimiter: `}`

//@ 2021
pub(in a fn f() {}
//~ 1:20 this file contains an unclosed delimiter

//@ 2021
use a::{b, c;
//~ 1:15 this file contains an unclosed delimiter

//@ 2021
fn f() { a; ) }
//~ 1:15 unexpected closing delimiter: `}`

//@ 2021
) {}
//~ 1:1 unexpected closing delimiter: `)`

//@ 2021
impl A where T: B, U: C }
//~ 1:25 unexpected closing delimiter: `}`

//@ 2021
const async fn f( {}
//~ 1:22 this file contains an unclosed delimiter

//@ 2021
#[unsafe(a(b)] fn f() {}
//~ 1:9 mismatched closing delimiter: `]`

//@ 2021
#![a
//~ 1:6 this file contains an unclosed delimiter

//@ 2021
impl (A {}
//~ 1:12 this file contains an unclosed delimiter

//@ 2021
impl A { fn f() { a } fn g( }
//~ 1:27 mismatched closing delimiter: `}`

//@ 2021
fn f() {}
}
fn g() { "abc }
//~ 2:1 unexpected closing delimiter: `}`

//@ 2021
fn f() { ) ]
fn g() { "abc }
//~ 1:12 unexpected closing delimiter: `]`
