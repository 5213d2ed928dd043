//@ 2021
struct S
    a: i32
//~ 2:5 expected `where`, `{`, `(`, or `;` after struct name, found `a`

//@ 2021
fn f() { #![a] x; #![b] }
//~ 1:19 an inner attribute is not permitted in this context
//~ 1:23 expected statement after outer attribute

//@ 2021
fn f() { pub x; }
//~ 1:10 visibility `pub` is not followed by an item

//@ 2021
fn f() { static x = 1; }
//~ 1:18 missing type for `static` item

//@ 2021
fn f() { const x = 1; }
//~ 1:17 missing type for `const` item

//@ 2021
pub(foo) fn f() {}
//~ 1:5[E0704] incorrect visibility restriction

//@ 2021
struct S { a: i32; b: i32 }
//~ 1:18 struct fields are separated by `,`

//@ 2021
struct S { a: i32 b: i32 }
//~ 1:18 expected `,`, or `}`, found `b`

//@ 2021
union U { a: i32; b: i32 }
//~ 1:17 union fields are separated by `,`

//@ 2021
struct S { a: i32 #[x] b: i32 5 }
//~ 1:18 expected `,`, or `}`, found `#`
//~ 1:30 expected `,`, or `}`, found `5`

//@ 2021
struct S { fn f() {} }
//~ 1:12 functions are not allowed in struct definitions

//@ 2021
struct S { struct T {} }
//~ 1:12 structs are not allowed in struct definitions

//@ 2021
struct S
//~ 1:8 expected `where`, `{`, `(`, or `;` after struct name, found `<eof>`

//@ 2021
enum E { struct A }
//~ 1:10 `struct` definition cannot be nested inside `enum`

//@ 2021
enum E;
//~ 1:7 expected `{}`, found `;`

//@ 2021
enum struct E {}
//~ 1:1 `enum` and `struct` are mutually exclusive

//@ 2021
union U;
//~ 1:8 expected `where` or `{` after union name, found `;`

//@ 2021
fn f { }
//~ 1:5 missing parameters for function definition

//@ 2021
fn f() = 1;
//~ 1:8 function body cannot be `= expression;`

//@ 2021
fn f(self: Self, self) {}
//~ 1:18 unexpected `self` parameter in function

//@ 2021
fn f(*self) {}
//~ 1:6 cannot pass `self` by raw pointer

//@ 2021
fn f(&self: T) {}
//~ 1:6 type not allowed for shorthand `self` parameter

//@ 2021
fn f(x: #[a] i32) {}
//~ 1:9 attributes cannot be applied to a function parameter's type

//@ 2021
f() {}
//~ 1:1 missing `fn` for function definition

//@ 2021
pub S {}
//~ 1:1 missing `enum` or `struct` for enum or struct definition

//@ 2021
pub S(i32);
//~ 1:1 missing `struct` for struct definition

//@ 2021
pub f<T>() {}
//~ 1:1 missing `fn` or `struct` for function or struct definition

//@ 2021
impl for A {}
//~ 1:5 missing trait in a trait impl

//@ 2021
impl A B {}
//~ 1:7 missing `for` in a trait impl

//@ 2021
impl A { static X: i32 = 1; }
//~ 1:10 associated `static` items are not allowed

//@ 2021
impl A { struct B; }
//~ 1:10 struct is not supported in `trait`s or `impl`s

//@ 2021
impl A { let x = 1; }
//~ 1:10 non-item in item list

//@ 2021
impl A { macro_rules! x {} }
//~ 1:10 macro definition is not supported in `trait`s or `impl`s

//@ 2021
impl A { a!() }
//~ 1:12 macros that expand to items must be delimited with braces or followed by a semicolon

//@ 2021
impl A { #[x] }
//~ 1:10 expected item after attributes

//@ 2021
impl A { /// x
}
//~ 1:10[E0584] found a documentation comment that doesn't document anything

//@ 2021
impl !A {}
//~ 1:1 inherent impls cannot be negative

//@ 2021
impl &A for B + C {}
//~ 1:7 expected a trait, found type

//@ 2021
trait A { static X: i32; }
//~ 1:11 associated `static` items are not allowed

//@ 2021
trait A;
//~ 1:8 expected `{}`, found `;`

//@ 2021
auto trait A = B;
//~ 1:1 trait aliases cannot be `auto`

//@ 2021
unsafe trait A = B;
//~ 1:1 trait aliases cannot be `unsafe`

//@ 2021
extern { const X: i32; }
//~ 1:16 extern items cannot be `const`

//@ 2021
extern { mod x; }
//~ 1:10 module is not supported in `extern` blocks

//@ 2021
extern crate a-b;
//~ 1:14 crate name using dashes are not valid in `extern crate` statements

//@ 2021
use a;;
//~ 1:7 expected item, found `;`

//@ 2021
use a:b;
//~ 1:6 expected `::`, found `:`

//@ 2021
const mut X: i32 = 1;
//~ 1:7 const globals cannot be mutable

//@ 2021
const let X: i32 = 1;
//~ 1:1 `const` and `let` are mutually exclusive

//@ 2021
const X: = 1;
//~ 1:9 missing type for `const` item

//@ 2021
static X<T>: i32 = 1;
//~ 1:9 static items may not have generic parameters

//@ 2021
macro_rules x {}
//~ 1:1 expected `!` after `macro_rules`

//@ 2021
pub macro_rules! x {}
//~ 1:1 can't qualify macro_rules invocation with `pub`

//@ 2021
pub a! {}
//~ 1:1 can't qualify macro invocation with `pub`

//@ 2021
a!()
//~ 1:3 macros that expand to items must be delimited with braces or followed by a semicolon

//@ 2021
a::b!()
//~ 1:6 macros that expand to items must be delimited with braces or followed by a semicolon

//@ 2021
/// a
//~ 1:1 expected item after doc comment

//@ 2021
#[a] #![b] fn f() {}
//~ 1:6 an inner attribute is not permitted following an outer attribute

//@ 2021
/// a
#![b] fn f() {}
//~ 2:1 an inner attribute is not permitted following an outer doc comment

//@ 2021
# [a]
//~ 1:1 expected item after attributes

//@ 2021
fn f() {};
//~ 1:10 expected item, found `;`

//@ 2021
impl A {};
//~ 1:10 expected item, found `;`

//@ 2021
fn f(a | b: T) {}
//~ 1:6 function parameters require top-level or-patterns in parentheses

//@ 2021
fn f(|| b: T) {}
//~ 1:6 unexpected `||` before function parameter

//@ 2021
fn f(#![a] x: T) {}
//~ 1:6 an inner attribute is not permitted in this context

//@ 2021
fn f(x: /** a */ T) {}
//~ 1:9 documentation comments cannot be applied to a function parameter's type

//@ 2021
struct S { a: B::C:D }
//~ 1:19 found single colon in a struct field type path

//@ 2021
struct S { a: T b: U }
//~ 1:16 expected `,`, or `}`, found `b`

//@ 2021
struct S<T>: A;
//~ 1:12 expected `where`, `{`, `(`, or `;` after struct name, found `:`

//@ 2021
impl A { use a; }
//~ 1:10 `use` import is not supported in `trait`s or `impl`s

//@ 2021
impl A { enum B {} }
//~ 1:10 enum is not supported in `trait`s or `impl`s

//@ 2021
impl A { extern crate a; }
//~ 1:10 extern crate is not supported in `trait`s or `impl`s

//@ 2021
trait T: A + B = C;
//~ 1:1 bounds are not allowed on trait aliases

//@ 2021
extern { use a; }
//~ 1:10 `use` import is not supported in `extern` blocks

//@ 2021
extern 1 {}
//~ 1:8 non-string ABI literal

//@ 2021
const _: () = ();;
//~ 1:18 expected item, found `;`

//@ 2021
static X: = 1;
//~ 1:10 missing type for `static` item

//@ 2021
#[a] #[b]
//~ 1:6 expected item after attributes

//@ 2021
fn f() {} /*! a */ fn g() {}
//~ 1:11[E0753] expected outer doc comment

//@ 2021
macro_rules! m() x
//~ 1:15 macros that expand to items must be delimited with braces or followed by a semicolon
//~ 1:18 expected one of `!` or `::`, found `<eof>`

//@ 2021
macro_rules! m! {}
//~ 1:15 macro names aren't followed by a `!`

//@ 2021
a!() b!()
//~ 1:3 macros that expand to items must be delimited with braces or followed by a semicolon
//~ 1:8 macros that expand to items must be delimited with braces or followed by a semicolon

//@ 2021
reuse impl A { b }
//~ 1:1 only trait impls can be reused

//@ 2021
final struct S;
//~ 1:1 a struct cannot be `final`

//@ 2021
default struct S;
//~ 1:1 a struct cannot be `default`

//@ 2021
default impl A {}
//~ 1:1 inherent impls cannot be default

//@ 2021
default pub fn f() {}
//~ 1:1 `default` is not followed by an item
//~ 1:9 expected item, found keyword `pub`

//@ 2021
union U where T: A x
//~ 1:20 expected `{` after struct name, found `x`

//@ 2021
impl async A {}
//~ 1:6 `async` trait implementations are unsupported

//@ 2021
impl A { final }
//~ 1:10 `final` is not followed by an item
//~ 1:16 non-item in item list

//@ 2021
const A: u8 where u8: Copy = 1;
//~ 1:28 where clauses are not allowed before const item bodies

//@ 2021
unsafe impl A {}
//~ 1:1[E0197] inherent impls cannot be unsafe

//@ 2021
pub A { B, C }
//~ 1:1 missing `enum` for enum definition

//@ 2021
impl A { pub b() {} }
//~ 1:10 missing `fn` for function definition

//@ 2015
async fn f() {}
//~ 1:1[E0670] `async fn` is not permitted in Rust 2015

//@ 2021
fn A for B {}
//~ 1:1 you might have meant to write `impl` instead of `fn`

//@ 2021
use std:fmt;
//~ 1:8 expected `::`, found `:`

//@ 2021
struct A { b: Vec<u8>>, }
//~ 1:22 expected `,`, or `}`, found `>`

//@ 2021
pub a(&self) -> u8 {}
//~ 1:1 missing `fn` for method definition

//@ 2021
impl A { pub b(&self) {} }
//~ 1:10 missing `fn` for method definition

//@ 2021
fn f(): u32 { 1 }
//~ 1:7 return types are denoted using `->`

//@ 2021
fn f() => Vec<u32> { g() }
//~ 1:8 return types are denoted using `->`
