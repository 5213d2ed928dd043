//@ 2021
<<<<<<< HEAD
fn f() {}
=======
>>>>>>> x
//~ 1:1 encountered diff marker

//@ 2021
fn fn() {}
//~ 1:4 expected identifier, found keyword `fn`

//@ 2021
fn f() -> "a\"" {}
//~ 1:11 expected type, found `"a\""`

//@ 2021
struct 'a;
//~ 1:8 expected identifier, found `'a`

//@ 2021
struct S { a: i32 /// x
}
//~ 1:19[E0585] found a documentation comment that doesn't document anything

//@ 2021
use std::io
fn f() {}
//~ 1:12 expected `;`, found keyword `fn`

//@ 2021
use std::io,
fn f() {}
//~ 1:12 expected one of `::`, `;`, or `as`, found `,`

//@ 2021
const X: i32 = 1
const Y: i32 = 2;
//~ 1:17 expected `;`, found keyword `const`

//@ 2021
static X: i32 = 1:
static Y: i32 = 2;
//~ 1:18 statements are terminated with a semicolon

//@ 2021
pu b fn f() {}
//~ 1:4 expected one of `!` or `::`, found `b`

//@ 2021
fn f() {
    let x = 1
    let y = 2;
}
//~ 2:14 expected `;`, found keyword `let`

//@ 2021
+
//~ 1:1 expected item, found `+`

//@ 2021
fn f() { let = 3; }
//~ 1:14 expected pattern, found `=`

//@ 2021
fn f() { 1 + }
//~ 1:14 expected expression, found `}`

//@ 2021
fn f() { let x == 2; }
//~ 1:16 unexpected `==`

//@ 2015
fn f() { async move {} }
//~ 1:10 `async move` blocks are only allowed in Rust 2018 or later

//@ 2015
fn f() { async use {} }
//~ 1:10 `async use` blocks are only allowed in Rust 2018 or later

//@ 2021
fn f() { r"a"#; }
//~ 1:14 too many `#` when terminating raw string

//@ 2021
struct S {
    /// x
}
//~ 2:5[E0585] found a documentation comment that doesn't document anything

//@ 2021
fn f() { if a {} #[x] else {} }
//~ 1:23 expected expression, found keyword `else`

//@ 2021
fn f() { match x { 1 -> 2 } }
//~ 1:22 expected one of `...`, `..=`, `..`, `=>`, `if`, or `|`, found `->`

//@ 2021
fn f() { match x { 1 = 2 } }
//~ 1:22 expected one of `...`, `..=`, `..`, `=>`, `if`, or `|`, found `=`

//@ 2021
fn f() { a::; }
//~ 1:13 expected identifier, found `;`

//@ 2021
fn f() { <a; }
//~ 1:12 expected one of `!`, `(`, `+`, `::`, `<`, `>`, or `as`, found `;`

//@ 2021
fn f() { struct S { a b } }
//~ 1:23 expected `:`, found `b`

//@ 2021
fn f() { let x: 1; }
//~ 1:17 expected type, found `1`

//@ 2021
fn f() { let x: Vec<T; }
//~ 1:22 expected one of `!`, `(`, `+`, `,`, `::`, `<`, or `>`, found `;`

//@ 2021
fn f() { let x: !A; }
//~ 1:18 expected one of `;` or `=`, found `A`

//@ 2021
fn f() { let x: <A>; }
//~ 1:20 expected `::`, found `;`

//@ 2021
fn f() { match x { a() + b => {} } }
//~ 1:24 expected one of `=>`, `if`, or `|`, found `+`

//@ 2021
fn f() { match x { f(a).b() => {} } }
//~ 1:24 expected one of `=>`, `if`, or `|`, found `.`

//@ 2021
fn f() { match x { X { .., a } => {} } }
//~ 1:26 expected `}`, found `,`

//@ 2021
fn f() { match x { [a b] => {} } }
//~ 1:23 expected one of `,`, `@`, `]`, `if`, or `|`, found `b`

//@ 2021
fn f() { match x { a if => {} } }
//~ 1:25 expected expression, found `=>`

//@ 2021
fn f() { match x { a::b! x => {} } }
//~ 1:26 expected one of `(`, `[`, or `{`, found `x`

//@ 2021
fn f() { match x { dyn::a::b => {} } }
//~ 1:20 expected identifier, found keyword `dyn`

//@ 2021
struct S(a: i32);
//~ 1:11 expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `:`

//@ 2021
struct S { let a: i32 }
//~ 1:12 expected identifier, found keyword `let`

//@ 2021
struct S { 1: i32 }
//~ 1:12 expected identifier, found `1`

//@ 2021
struct { }
//~ 1:8 expected identifier, found `{`

//@ 2021
enum E { A; B }
//~ 1:11 expected one of `(`, `,`, `=`, `{`, or `}`, found `;`

//@ 2021
enum E { A = }
//~ 1:14 expected expression, found `}`

//@ 2021
enum E(A)
//~ 1:7 expected one of `<`, `where`, or `{`, found `(`

//@ 2021
fn f(x, y: i32) {}
//~ 1:7 expected one of `:`, `@`, or `|`, found `,`

//@ 2021
fn f(x: i32; y: i32) {}
//~ 1:12 expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `;`

//@ 2021
fn f(x: ) {}
//~ 1:9 expected type, found `)`

//@ 2021
fn f() where T: {} {}
//~ 1:20 expected item, found `{`

//@ 2021
fn f() where where T: A {}
//~ 1:14 expected one of `#`, `{`, lifetime, or type, found keyword `where`

//@ 2021
async const fn f() {}
//~ 1:7 expected one of `extern`, `fn`, `safe`, or `unsafe`, found keyword `const`

//@ 2021
const const fn f() {}
//~ 1:7 expected one of `async`, `extern`, `fn`, `safe`, or `unsafe`, found keyword `const`

//@ 2021
unsafe fn
//~ 1:8 expected identifier, found `<eof>`

//@ 2021
x: i32;
//~ 1:2 expected one of `!` or `::`, found `:`

//@ 2021
let mut x = 1;
//~ 1:1 expected item, found keyword `let`

//@ 2021
impl A for {}
//~ 1:12 expected type, found `{`

//@ 2021
impl A { fn f() }
//~ 1:17 expected one of `->`, `where`, or `{`, found `}`

//@ 2021
impl<T A {}
//~ 1:8 expected one of `!`, `(`, `+`, `::`, `<`, `>`, or `as`, found `A`

//@ 2021
trait {}
//~ 1:7 expected identifier, found `{`

//@ 2021
trait A: B C {}
//~ 1:12 expected one of `(`, `+`, `::`, `<`, `=`, `where`, or `{`, found `C`

//@ 2021
trait A { fn f(u8); }
//~ 1:18 expected one of `:`, `@`, or `|`, found `)`

//@ 2021
extern { fn f() }
//~ 1:17 expected one of `->`, `;`, `where`, or `{`, found `}`

//@ 2021
extern x;
//~ 1:8 expected one of `crate` or `{`, found `x`

//@ 2021
extern crate a as _ b;
//~ 1:21 expected `;`, found `b`

//@ 2021
extern "C" fn;
//~ 1:14 expected identifier, found `;`

//@ 2021
unsafe { }
//~ 1:1 expected item, found keyword `unsafe`

//@ 2021
use a
//~ 1:5 expected one of `::`, `;`, or `as`, found `<eof>`

//@ 2021
use a as 1;
//~ 1:10 expected identifier, found `1`

//@ 2021
use {a, b}
//~ 1:10 expected `;`, found `<eof>`

//@ 2021
mod x y
//~ 1:7 expected one of `;` or `{`, found `y`

//@ 2021
mod x { x }
//~ 1:11 expected one of `!` or `::`, found `}`

//@ 2021
const 1: i32 = 1;
//~ 1:7 expected identifier, found `1`

//@ 2021
type X: A B = i32;
//~ 1:11 expected one of `(`, `+`, `::`, `;`, `<`, `=`, or `where`, found `B`

//@ 2021
type = i32;
//~ 1:6 expected identifier, found `=`

//@ 2021
macro x
//~ 1:7 expected one of `(` or `{`, found `<eof>`

//@ 2021
a b
//~ 1:3 expected one of `!` or `::`, found `b`

//@ 2021
'a
//~ 1:1 expected item, found `'a`

//@ 2021
#a fn f() {}
//~ 1:2 expected one of `!` or `[`, found `a`

//@ 2021
#[] fn f() {}
//~ 1:3 expected identifier, found `]`

//@ 2021
#[unsafe a] fn f() {}
//~ 1:10 expected `(`, found `a`

//@ 2021
fn f<T, , U>() {}
//~ 1:9 expected one of `#`, `>`, `const`, identifier, or lifetime, found `,`

//@ 2021
fn f<const T>() {}
//~ 1:13 expected `:`, found `>`

//@ 2021
fn f<'a: 'b 'c>() {}
//~ 1:13 expected one of `+`, `,`, or `>`, found `'c`

//@ 2021
fn f<cosnt N: i32>() {}
//~ 1:12 expected one of `,`, `:`, `=`, or `>`, found `N`

//@ 2021
struct<T> S;
//~ 1:7 expected identifier, found `<`

//@ 2021
safe x
//~ 1:6 expected one of `!` or `::`, found `x`

//@ 2021
fn f() { [1, 2 3] }
//~ 1:16 expected one of `,`, `.`, `?`, `]`, or an operator, found `3`

//@ 2021
fn f() { a[]; }
//~ 1:12 expected expression, found `]`

//@ 2021
fn f() { "a" "b"; }
//~ 1:14 expected one of `.`, `;`, `?`, `}`, or an operator, found `"b"`

//@ 2021
fn f() { a + ; }
//~ 1:14 expected expression, found `;`

//@ 2021
fn f() { & ; }
//~ 1:12 expected expression, found `;`

//@ 2021
fn f() { |a b| c; }
//~ 1:13 expected one of `,`, `:`, `@`, or `|`, found `b`

//@ 2021
fn f(A { .. a }: T) {}
//~ 1:13 expected `}`, found `a`

//@ 2021
fn f(a, b: T) {}
//~ 1:7 expected one of `:`, `@`, or `|`, found `,`

//@ 2021
fn f(dyn: T) {}
//~ 1:6 expected identifier, found keyword `dyn`

//@ 2021
fn f(&x) {}
//~ 1:8 expected one of `:`, `@`, or `|`, found `)`

//@ 2021
fn f(self.x: T) {}
//~ 1:10 expected one of `)`, `,`, or `:`, found `.`

//@ 2021
enum E { pub }
//~ 1:14 expected identifier, found `}`

//@ 2021
struct S { a: T, /// x
}
//~ 1:18[E0585] found a documentation comment that doesn't document anything

//@ 2021
struct S { type X = Y; }
//~ 1:12 expected identifier, found keyword `type`

//@ 2021
impl<T> A<T> for { fn f() {} }
//~ 1:18 expected type, found `{`

//@ 2021
impl A { default }
//~ 1:18 expected one of `!` or `::`, found `}`

//@ 2021
impl A { type X: A B; }
//~ 1:20 expected one of `(`, `+`, `::`, `;`, `<`, `=`, or `where`, found `B`

//@ 2021
trait T { fn f(x y); }
//~ 1:18 expected one of `:`, `@`, or `|`, found `y`

//@ 2021
trait T { const X: A B; }
//~ 1:22 expected one of `!`, `(`, `+`, `::`, `;`, `<`, `=`, or `where`, found `B`

//@ 2021
auto auto trait A {}
//~ 1:6 expected one of `!` or `::`, found `auto`

//@ 2021
extern { type X = ; }
//~ 1:19 expected type, found `;`

//@ 2021
extern "C" crate a;
//~ 1:12 expected `{`, found keyword `crate`

//@ 2021
unsafe extern crate a;
//~ 1:15 expected `fn`, found keyword `crate`

//@ 2021
use a as b c;
//~ 1:12 expected `;`, found `c`

//@ 2021
use a::{*, b c};
//~ 1:14 expected one of `,`, `::`, `as`, or `}`, found `c`

//@ 2021
use "a";
//~ 1:5 expected identifier, found `"a"`

//@ 2021
use a::{fn};
//~ 1:9 expected identifier, found keyword `fn`

//@ 2021
mod a::b {}
//~ 1:6 expected one of `;` or `{`, found `::`

//@ 2021
mod x {} x
//~ 1:10 expected one of `!` or `::`, found `<eof>`

//@ 2021
pub mod fn {}
//~ 1:9 expected identifier, found keyword `fn`

//@ 2021
pub(in) fn f() {}
//~ 1:7 expected identifier, found `)`

//@ 2021
pub() fn f() {}
//~ 1:5 expected identifier, found `)`

//@ 2021
pub const
//~ 1:5 expected identifier, found `<eof>`

//@ 2021
pub enum
//~ 1:5 expected identifier, found `<eof>`

//@ 2021
pub use
//~ 1:5 expected identifier, found `<eof>`

//@ 2021
crate fn f() {}
//~ 1:7 expected one of `!` or `::`, found keyword `fn`

//@ 2021
const X: i32 = 1 2;
//~ 1:18 expected one of `.`, `;`, `?`, `where`, or an operator, found `2`

//@ 2021
type X == A;
//~ 1:8 unexpected `==`

//@ 2021
#[a = 1 +] fn f() {}
//~ 1:10 expected expression, found `]`

//@ 2021
#[a(b)(c)] fn f() {}
//~ 1:7 expected `]`, found `(`

//@ 2021
macro m($a:ident) {} x
//~ 1:22 expected one of `!` or `::`, found `<eof>`

//@ 2021
macro_rules!
//~ 1:12 expected one of `(`, `[`, or `{`, found `<eof>`

//@ 2021
a!
//~ 1:2 expected one of `(`, `[`, or `{`, found `<eof>`

//@ 2021
<a
//~ 1:1 expected identifier, found `<`

//@ 2021
'a: fn f() {}
//~ 1:1 expected item, found `'a`

//@ 2021
if x {}
//~ 1:1 expected item, found keyword `if`

//@ 2021
match x {}
//~ 1:1 expected item, found keyword `match`

//@ 2021
await x
//~ 1:1 expected item, found keyword `await`

//@ 2021
{ }
//~ 1:1 expected item, found `{`

//@ 2021
, fn f() {}
//~ 1:1 expected item, found `,`

//@ 2021
. fn f() {}
//~ 1:1 expected item, found `.`

//@ 2021
reuse a::b::{c d};
//~ 1:16 expected one of `,`, `as`, or `}`, found `d`

//@ 2021
safe struct S;
//~ 1:6 expected one of `!` or `::`, found keyword `struct`

//@ 2021
auto x
//~ 1:6 expected one of `!` or `::`, found `x`

//@ 2021
union U { a b }
//~ 1:13 expected `:`, found `b`

//@ 2021
impl const A
//~ 1:12 expected one of `!`, `(`, `+`, `::`, `<`, `for`, `where`, or `{`, found `<eof>`

//@ 2021
impl A<B<C> {}
//~ 1:13 expected one of `!`, `+`, `,`, `::`, or `>`, found `{`

//@ 2021
impl A = B {}
//~ 1:8 expected one of `!`, `(`, `+`, `::`, `<`, `for`, `where`, or `{`, found `=`

//@ 2021
fn f() { a as u8(1); }
//~ 1:18 expected type, found `1`

//@ 2021
fn f() { a [1, 2]; }
//~ 1:14 expected one of `.`, `?`, `]`, or an operator, found `,`

//@ 2021
fn f() { let a = b..>c; }
//~ 1:21 expected one of `;` or `else`, found `>`

//@ 2021
fn f() { let a = std:fmt; }
//~ 1:21 expected one of `!`, `.`, `::`, `;`, `?`, `else`, `{`, or an operator, found `:`

//@ 2021
fn f(a: Vec<<u8>) {}
//~ 1:17 expected `::`, found `)`

//@ 2021
fn f() { builtin # offset_of(A, b + c); }
//~ 1:35 expected `)`, found `+`

//@ 2021
fn f() -> std:fmt {}
//~ 1:14 expected one of `!`, `(`, `+`, `::`, `<`, `where`, or `{`, found `:`

//@ 2021
fn f(a: Vec<<<u8>) {}
//~ 1:18 expected `::`, found `)`

//@ 2021
[!#x]
unsafe f() {}
//~ 1:1 expected item, found `[`
