//@ 2021
fn f() { a < b < c; }
//~ 1:12 comparison operators cannot be chained

//@ 2021
fn f() { ++x; }
//~ 1:10 Rust has no prefix increment operator

//@ 2021
fn f() { a and b; }
//~ 1:12 `and` is not a logical operator

//@ 2021
fn f() { ~a; }
//~ 1:10 `~` cannot be used as a unary operator

//@ 2021
fn f() { +1; }
//~ 1:10 leading `+` is not supported

//@ 2021
fn f() { #[x] if a {} else #[y] {} }
//~ 1:28 outer attributes are not allowed on `if` and `else` branches

//@ 2021
fn f() { for x y {} }
//~ 1:15 missing `in` in `for` loop

//@ 2021
fn f() { 'a: x; }
//~ 1:14 expected `while`, `for`, `loop` or `{` after a label

//@ 2021
fn f() { let x = if a { 1 } else { 2 } else { return }; }
//~ 1:38 right curly brace `}` before `else` in a `let...else` statement not allowed

//@ 2021
fn f() { let x = { 1 } else { return }; }
//~ 1:22 right curly brace `}` before `else` in a `let...else` statement not allowed

//@ 2021
fn f() { let x = a && b else { return }; }
//~ 1:25 a lazy boolean expression cannot be directly assigned in `let...else`

//@ 2021
fn f() { mut x = 1; }
//~ 1:10 invalid variable declaration

//@ 2021
fn f() { auto x = 1; }
//~ 1:10 invalid variable declaration

//@ 2021
fn f() { var x = 1; }
//~ 1:10 invalid variable declaration

//@ 2021
fn f() { if S { a: 1 } == x {} }
//~ 1:13 struct literals are not allowed here

//@ 2021
fn f() { S { a = 1 }; }
//~ 1:16 expected `:`, found `=`

//@ 2021
fn f() { S { ..a, }; }
//~ 1:17 cannot use a comma after the base struct

//@ 2021
fn f() { S { ...a }; }
//~ 1:14 expected `..`, found `...`

//@ 2021
fn f() { S { a; b }; }
//~ 1:15 expected one of `,`, `:`, or `}`, found `;`

//@ 2021
fn f() { S { a b }; }
//~ 1:16 expected one of `,`, `:`, or `}`, found `b`

//@ 2021
fn f() { x.0u8; }
//~ 1:12 suffixes on a tuple index are invalid

//@ 2021
fn f() { x->y; }
//~ 1:11 `->` is not valid syntax for field accesses and method calls

//@ 2021
fn f() { x.; }
//~ 1:12 unexpected token: `;`

//@ 2021
fn f() { x.y::<u8>; }
//~ 1:12 field expressions cannot have generic arguments

//@ 2021
fn f() { x.await(); }
//~ 1:17 incorrect use of `await`

//@ 2021
fn f() { box x; }
//~ 1:10 `box_syntax` has been removed

//@ 2021
fn f() { ...; }
//~ 1:10 unexpected token: `...`
//~ 1:10[E0586] inclusive range with no end

//@ 2021
fn f() { a ... b; }
//~ 1:12 unexpected token: `...`

//@ 2021
fn f() { 1.0.0.0x; }
//~ 1:14 suffixes on a tuple index are invalid

//@ 2021
fn f() { a <- b; }
//~ 1:12 unexpected token: `<-`

//@ 2021
fn f() { a === b; }
//~ 1:12 invalid comparison operator `===`

//@ 2021
fn f() { a !== b; }
//~ 1:12 invalid comparison operator `!==`

//@ 2021
fn f() { &'a x; }
//~ 1:11 borrow expressions cannot be annotated with lifetimes

//@ 2021
fn f() { break 'a: x; }
//~ 1:16 parentheses are required around this expression to avoid confusion with a labeled break expression

//@ 2021
fn f() { if x as usize < y.len() {} }
//~ 1:24 `<` is interpreted as a start of generic arguments for `usize`, not a comparison

//@ 2021
fn f() { while x as a::B << 3 {} }
//~ 1:26 `<<` is interpreted as a start of generic arguments for `a::B`, not a shift

//@ 2021
fn f() { x as i32[0]; }
//~ 1:10 cast cannot be followed by indexing

//@ 2021
fn f() { if let Some(x) = a || b {} }
//~ 1:29 `||` operators are not supported in let chain conditions

//@ 2021
fn f() { let x = let y = 1; }
//~ 1:18 expected expression, found `let` statement

//@ 2021
fn f() { (let y = 1); }
//~ 1:11 expected expression, found `let` statement

//@ 2021
fn f() { #[a] 1 2; }
//~ 1:16 expected `;`, found `2`

//@ 2021
fn f() { builtin # foo(x); }
//~ 1:20 unknown `builtin #` construct `foo`

//@ 2021
fn f() { continue a; }
//~ 1:19 expected a label, found an identifier

//@ 2021
fn f() { 'for: loop {} }
//~ 1:10 labels cannot use keyword names

//@ 2021
fn f() { if let Some(a) = b && c {} }
//~ 1:13 let chains are only allowed in Rust 2024 or later

//@ 2021
fn f() { let Some(a) = b else if c { return; }; }
//~ 1:31 conditional `else if` is not supported for `let...else`

//@ 2021
fn f() { loop {} else {} }
//~ 1:18 `loop...else` loops are not supported

//@ 2021
fn f() { loop {} else x; }
//~ 1:23 expected `{`, found `x`

//@ 2021
fn f() { match a { (b if c) => {} } }
//~ 1:20 unexpected parentheses surrounding `match` arm pattern

//@ 2021
fn f() { a as u8.await; }
//~ 1:10 cast cannot be followed by `.await`

//@ 2021
fn f() { a as u8.x; }
//~ 1:10 cast cannot be followed by a field access

//@ 2021
fn f() { a as u8.x(); }
//~ 1:10 cast cannot be followed by a method call

//@ 2021
fn f() { a as u8?; }
//~ 1:10 cast cannot be followed by `?`

//@ 2021
fn f() { <A>::b!(); }
//~ 1:10 macros cannot use qualified paths

//@ 2021
fn f() { let A | B = c; }
//~ 1:16 `let` bindings require top-level or-patterns in parentheses

//@ 2021
fn f() { a.use(); }
//~ 1:15 incorrect use of `use`

//@ 2021
fn f() { match a { b => c; } }
//~ 1:25 `match` arm body without braces

//@ 2021
fn f() { let a += 1; }
//~ 1:16 can't reassign to an uninitialized variable

//@ 2021
fn f() { await a; }
//~ 1:10 incorrect use of `await`

//@ 2021
fn f() { let a = do catch { 1 }; }
//~ 1:18 found removed `do catch` syntax

//@ 2021
fn f() { if a b; }
//~ 1:15 expected `{`, found `b`

//@ 2021
fn f() { let a = .5; }
//~ 1:18 float literals must have an integer part

//@ 2021
fn f() { for a in {} }
//~ 1:19 missing expression to iterate on in `for` loop

//@ 2021
fn f() { if a && {} }
//~ 1:10 this `if` expression is missing a block after the condition

//@ 2021
fn f() { if {} }
//~ 1:12 missing condition for `if` expression

//@ 2021
fn f() { for a in in b {} }
//~ 1:19 expected iterable, found keyword `in`

//@ 2021
fn f() { 'a loop {} }
//~ 1:10 labeled expression must be followed by `:`

//@ 2021
fn f() { match a { b => 1 c => 2 } }
//~ 1:26 expected `,` following `match` arm

//@ 2021
fn f() { a--; }
//~ 1:11 Rust has no postfix decrement operator

//@ 2021
fn f() { a++; }
//~ 1:11 Rust has no postfix increment operator

//@ 2021
fn f() { for (a in b) {} }
//~ 1:14 unexpected parentheses surrounding `for` loop head

//@ 2021
fn f() { let a = b..==c; }
//~ 1:19 unexpected `=` after inclusive range

//@ 2021
fn f() { let a = { b: 1, c: 2 }; }
//~ 1:18 struct literal body without path

//@ 2021
fn f() { let a = B(c: 1); }
//~ 1:20 invalid `struct` delimiters or `fn` call arguments

//@ 2021
fn f() { let a = b ? c : d; }
//~ 1:20 Rust has no ternary operator

//@ 2021
fn f() { move async { }; }
//~ 1:10 the order of `move` and `async` is incorrect

//@ 2021
fn f() { if a #[b] {} }
//~ 1:15 outer attributes are not allowed on `if` and `else` branches

//@ 2021
fn f() { let a = #[b] ..c; }
//~ 1:23 attributes are not allowed on range expressions starting with `..`

//@ 2021
fn f() { try { } catch { } }
//~ 1:18 keyword `catch` cannot follow a `try` block

//@ 2021
fn f() { builtin # 1(); }
//~ 1:20 expected identifier after `builtin #`

//@ 2021
fn f() { if let a == b {} }
//~ 1:19 expected `=`, found `==`

//@ 2021
fn f() { match a {} as u8; }
//~ 1:21 expected expression, found `as`

//@ 2021
fn f() { a.1e+2; }
//~ 1:12 unexpected token: `1e+2`

//@ 2021
fn f() { a as [u8; 1](1); }
//~ 1:10 cast cannot be followed by a function call

//@ 2021
fn f() { let a = 1
    [1, 2];
}
//~ 2:5 expected `;`, found `[`

//@ 2021
fn f() { a.b::<c>>(); }
//~ 1:12 field expressions cannot have generic arguments

//@ 2021
fn f() { builtin # offset_of(A, (b)); }
//~ 1:33 offset_of expects dot-separated field and variant names

//@ 2021
fn f() { let a = b..=>c; }
//~ 1:19 unexpected `>` after inclusive range
