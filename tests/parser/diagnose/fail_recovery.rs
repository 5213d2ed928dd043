//@ 2021
fn foo foo() {}
//~ 1:7 missing parameters for function definition
//~ 1:8 expected one of `->`, `<`, `where`, or `{`, found `foo`

//@ 2021
fn f() { x::<const{1}-1>; }
//~ 1:14 expressions must be enclosed in braces to be used as const generic arguments

//@ 2021
fn f(a: A<1 + 1>, b: A<B = -x>) {}
//~ 1:11 expressions must be enclosed in braces to be used as const generic arguments
//~ 1:28 expressions must be enclosed in braces to be used as const generic arguments

//@ 2021
fn f() { let x: [u8, 3]; }
//~ 1:20 expected `;` or `]`, found `,`

//@ 2015
fn f() { let x: for<T> dyn = x; }
//~ 1:28 expected identifier, found `=`

//@ 2021
fn f(&) {}
//~ 1:7 expected parameter name, found `)`

//@ 2021
fn f(a: u8, +, b c) {}
//~ 1:13 expected parameter name, found `+`
//~ 1:18 expected one of `:`, `@`, or `|`, found `c`

//@ 2021
fn f() { |&| 1; }
//~ 1:12 expected parameter name, found `|`

//@ 2021
fn f() { g(1 2, 3; 4); [1, 2 3]; (1 2); }
//~ 1:14 expected one of `)`, `,`, `.`, `?`, or an operator, found `2`
//~ 1:18 expected one of `)`, `,`, `.`, `?`, or an operator, found `;`
//~ 1:30 expected one of `,`, `.`, `?`, `]`, or an operator, found `3`
//~ 1:37 expected one of `)`, `,`, `.`, `?`, or an operator, found `2`

//@ 2021
fn f() { g(1 2 +); }
//~ 1:14 expected one of `)`, `,`, `.`, `?`, or an operator, found `2`

//@ 2021
use a::{b c};
//~ 1:11 expected one of `,`, `::`, `as`, or `}`, found `c`

//@ 2021
enum E { A B, C(u8 u8), D { a: } }
//~ 1:12 expected one of `(`, `,`, `=`, `{`, or `}`, found `B`
//~ 1:20 expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `u8`
//~ 1:32 expected type, found `}`

//@ 2021
static A = 1;
const B: = 1;
fn f() {}
//~ 1:9 missing type for `static` item
//~ 2:9 missing type for `const` item

//@ 2021
fn loop foo() {}
fn g() {}
//~ 1:4 expected identifier, found keyword `loop`
//~ 1:8 missing parameters for function definition
//~ 1:9 expected one of `->`, `<`, `where`, or `{`, found `foo`

//@ 2021
#[a]
pub x
fn f( {}
//~ 3:10 this file contains an unclosed delimiter

//@ 2021
struct S { a: u8, b = 4 }
union U { a: u8, b }
enum E { A { a } }
//~ 1:21 expected `:`, found `=`
//~ 2:20 expected `:`, found `}`
//~ 3:16 expected `:`, found `}`

//@ 2021
impl A { fn f() { 1 } x }
trait T { let a; }
//~ 1:25 expected one of `!` or `::`, found `}`
//~ 2:11 non-item in item list

//@ 2021
fn f() { match x { 1 => , _ => 2 } }
//~ 1:25 expected expression, found `,`

//@ 2021
mod a { x }
fn fn
//~ 1:11 expected one of `!` or `::`, found `}`

//@ 2021
impl<T: A B for C {}
//~ 1:11 expected one of `(`, `+`, `,`, `::`, `<`, `=`, or `>`, found `B`

//@ 2021
fn f() { mut x = 1; auto y = 2; var z = 3; let mut = 5 }
//~ 1:10 invalid variable declaration
//~ 1:21 invalid variable declaration
//~ 1:33 invalid variable declaration
//~ 1:52 expected identifier, found `=`

//@ 2021
struct S;
;
fn f() { 1 }
;
//~ 2:1 expected item, found `;`
//~ 4:1 expected item, found `;`

//@ 2021
fn f() { a <=> b; }
//~ 1:12 invalid comparison operator `<=>`

//@ 2021
fn f() { match x {1: 2} }
//~ 1:20 expected one of `...`, `..=`, `..`, or `|`, found `:`

//@ 2021
extern { fn f(+); }
trait T { fn g(a: fn(=)); }
//~ 1:15 expected parameter name, found `+`
//~ 2:22 expected argument name, found `=`

//@ 2021
fn f() { a < b < c; a<b>c; }
//~ 1:12 comparison operators cannot be chained

//@ 2021
fn f(a: A<b c>, d: D<E: >) {}
//~ 1:13 expected one of `!`, `(`, `+`, `,`, `::`, `:`, `<`, `=`, or `>`, found `c`

//@ 2021
fn f() { a <> b; a === b; if x a }
//~ 1:12 invalid comparison operator `<>`
//~ 1:20 invalid comparison operator `===`
//~ 1:32 expected `{`, found `a`

//@ 2021
use a::*::b;
//~ 1:9 expected `;`, found `::`

//@ 2021
fn f() { if let A = a && b && let C = c && let D = d {} if a && let B = b {} while let A = a && b {} }
//~ 1:13 let chains are only allowed in Rust 2024 or later
//~ 1:31 let chains are only allowed in Rust 2024 or later
//~ 1:44 let chains are only allowed in Rust 2024 or later
//~ 1:65 let chains are only allowed in Rust 2024 or later
//~ 1:84 let chains are only allowed in Rust 2024 or later

//@ 2021
fn f<where T, _: U, A: +=>() { a.b c; }
//~ 1:6 expected identifier, found keyword `where`
//~ 1:12 expected one of `,`, `:`, `=`, or `>`, found `T`

//@ 2021
fn f(a: B B, c: d) {}
//~ 1:11 expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `B`
//~ 1:12 expected one of `:`, `@`, or `|`, found `,`

//@ 2021
fn f(a: B>, c d) {}
//~ 1:10 expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `>`
//~ 1:10 expected parameter name, found `>`
//~ 1:15 expected one of `:`, `@`, or `|`, found `d`

//@ 2021
fn f() { S { a: 1 b: 2, c(d), e: 3 }; }
//~ 1:19 expected one of `,`, `.`, `?`, `}`, or an operator, found `b`
//~ 1:26 expected one of `,`, `:`, or `}`, found `(`

//@ 2021
fn f() { S { c(d, e), f g, h: 1 }; let x = ; }
//~ 1:15 expected one of `,`, `:`, or `}`, found `(`
//~ 1:20 expected one of `,`, `:`, or `}`, found `)`
//~ 1:25 expected one of `,`, `:`, or `}`, found `g`
//~ 1:44 expected expression, found `;`

//@ 2021
fn f() { S { a: T { b c, d e, f: 3 }, g h, i } }
//~ 1:23 expected one of `,`, `:`, or `}`, found `c`
//~ 1:28 expected one of `,`, `:`, or `}`, found `e`
//~ 1:41 expected one of `,`, `:`, or `}`, found `h`

//@ 2021
fn f() { S { a: match x { 1 2, 3 => 4 }, b c, d } }
//~ 1:29 expected one of `...`, `..=`, `..`, `=>`, `if`, or `|`, found `2`
//~ 1:44 expected one of `,`, `:`, or `}`, found `c`

//@ 2021
fn f() { S { a: let x = 3, b: 2, let c } }
//~ 1:17 expected expression, found `let` statement
//~ 1:34 expected identifier, found keyword `let`

//@ 2021
fn f() { match x { a if S { b c, d e } => 1, _ => 2 } }
//~ 1:31 expected one of `,`, `:`, or `}`, found `c`

//@ 2021
fn f() { S { 1.2: 3, 4: 5 6, "a": 3, b c } }
//~ 1:14 expected identifier, found `1.2`
//~ 1:27 expected one of `,`, `.`, `?`, `}`, or an operator, found `6`
//~ 1:30 expected identifier, found `"a"`
//~ 1:40 expected one of `,`, `:`, or `}`, found `c`

//@ 2021
fn f(a<b>, c) {}
//~ 1:7 expected one of `:`, `@`, or `|`, found `<`
//~ 1:13 expected one of `:`, `@`, or `|`, found `)`
