//@ 2021
fn f() { a..=; }
//~ 1:11[E0586] inclusive range with no end

//@ 2021
fn f() { let x: *i32; }
//~ 1:17 expected `mut` or `const` keyword in raw pointer type

//@ 2021
fn f() { let x: &mut 'a T; }
//~ 1:17 lifetime must precede `mut`

//@ 2021
fn f() { let x: &A + B; }
//~ 1:17[E0178] expected a path on the left-hand side of `+`

//@ 2021
fn f() { let x: T?; }
//~ 1:18 invalid `?` in type

//@ 2021
fn f() { let x: fn<T>(); }
//~ 1:19 function pointer types may not have generic parameters

//@ 2021
fn f() { let x: const fn(); }
//~ 1:17 an `fn` pointer type cannot be `const`

//@ 2021
fn f() { let x: async fn(); }
//~ 1:17 an `fn` pointer type cannot be `async`

//@ 2021
fn f() { let x: dyn 'a + ('b); }
//~ 1:26 lifetime bounds may not be parenthesized

//@ 2021
fn f() { let x: A<#[a] B>; }
//~ 1:19 attributes cannot be applied to generic arguments

//@ 2021
fn f() { let x: A(a: B); }
//~ 1:19 `Trait(...)` syntax does not support named parameters

//@ 2021
fn f() { let x: typeof(x); }
//~ 1:17[E0516] `typeof` is a reserved keyword but unimplemented

//@ 2021
fn f() { let x: 'a; }
//~ 1:17 expected type, found lifetime

//@ 2021
fn f() { let x: &dyn A + B; }
//~ 1:18 ambiguous `+` in a type

//@ 2021
fn f() { let x: ...; }
//~ 1:17 unexpected `...`

//@ 2021
fn f() { let mut mut a = c; }
//~ 1:18 `mut` on a binding may not be repeated

//@ 2021
fn f() { let 1..= = c; }
//~ 1:15[E0586] inclusive range with no end

//@ 2021
fn f() { let ...3 = c; }
//~ 1:14 range-to patterns with `...` are not allowed

//@ 2021
fn f() { match x { 1 || 2 => {} } }
//~ 1:22 unexpected token `||` in pattern

//@ 2021
fn f() { match x { 1 | => {} } }
//~ 1:22 a trailing `|` is not allowed in an or-pattern

//@ 2021
fn f() { match x { a + b => {} } }
//~ 1:20 expected a pattern, found an expression

//@ 2021
fn f() { match x { &'a b => {} } }
//~ 1:21 unexpected lifetime `'a` in pattern

//@ 2021
fn f() { match x { const { 1 } => {} } }
//~ 1:26 const blocks cannot be used as patterns

//@ 2021
fn f() { match x { X { a b } => {} } }
//~ 1:26 expected `,`

//@ 2021
fn f() { match x { X { a, ... } => {} } }
//~ 1:27 expected field pattern, found `...`

//@ 2021
fn f() { match x { a, b => {} } }
//~ 1:21 unexpected `,` in pattern

//@ 2021
fn f() { match x { A<T>(b) => {} } }
//~ 1:21 generic args in patterns require the turbofish syntax

//@ 2021
fn f() { match x { let a => {} } }
//~ 1:20 expected pattern, found `let`

//@ 2021
fn f() { match x { mut self => {} } }
//~ 1:20 `mut` must be followed by a named binding

//@ 2021
fn f<T: ?'a>() {}
//~ 1:9 `?` may only modify trait bounds, not lifetime bounds

//@ 2021
fn f<T: ?(A)>() {}
//~ 1:10 expected a trait, found type

//@ 2021
fn f<T: ~const ?A>() {}
//~ 1:16 trait bound modifiers are not allowed with the `?` trait polarity modifier

//@ 2021
fn f<#[a]>() {}
//~ 1:9 attribute without generic parameters

//@ 2021
type X = a:::b;
//~ 1:13 path separator must be a double colon

//@ 2021
type X = <A>:B;
//~ 1:13 found single colon before projection in qualified path

//@ 2021
type X = A<m(..) -> B>;
//~ 1:18 return type not allowed with return type notation

//@ 2021
type X = A<const N>;
//~ 1:12 expected lifetime, type, or constant, found keyword `const`

//@ 2021
type X = A<#[a] B>;
//~ 1:12 attributes cannot be applied to generic arguments

//@ 2021
type X = A<B = 'a>;
//~ 1:16 lifetimes are not permitted in this context

//@ 2021
type X = A<B = >;
//~ 1:15 missing type to the right of `=`

//@ 2021
type X = Fn(self);
//~ 1:13 unexpected `self` parameter in function

//@ 2021
type X = Fn(...);
//~ 1:13 `Trait(...)` syntax does not support c_variadic parameters

//@ 2021
fn f<'fn>() {}
//~ 1:6 lifetimes cannot use keyword names

//@ 2021
type X = const *i32;
//~ 1:10 raw pointer types must be written as `*const T` or `*mut T`

//@ 2021
type X = impl 'a A;
//~ 1:15 expected `+` between lifetime and bound
//~ 1:18 expected one of `+`, `;`, or `where`, found `A`

//@ 2021
type X = typeof(x);
//~ 1:10[E0516] `typeof` is a reserved keyword but unimplemented

//@ 2021
type X = #[a] B;
//~ 1:10 attributes cannot be applied to types

//@ 2021
type X = &A + B;
//~ 1:10[E0178] expected a path on the left-hand side of `+`

//@ 2021
type X = A?;
//~ 1:11 invalid `?` in type

//@ 2021
type X = [A]::B;
//~ 1:10 missing angle brackets in associated item path

//@ 2021
type X = &mut 'a A;
//~ 1:10 lifetime must precede `mut`

//@ 2021
type X = &dyn mut A;
//~ 1:10 `mut` must precede `dyn`

//@ 2021
type X = for<'a> dyn A;
//~ 1:18 `for<...>` expected after `dyn`, not before

//@ 2021
type X = async fn();
//~ 1:10 an `fn` pointer type cannot be `async`

//@ 2021
type X = extern 1 fn();
//~ 1:17 non-string ABI literal

//@ 2021
type X = fn() => A;
//~ 1:15 return types are denoted using `->`

//@ 2021
fn f::<T>() {}
//~ 1:5 invalid path separator in function definition

//@ 2021
struct S<'a = 'b>;
//~ 1:13 unexpected default lifetime parameter

//@ 2021
struct S<Self>;
//~ 1:10 unexpected keyword `Self` in generic parameters

//@ 2021
struct S<T: impl A>;
//~ 1:13 expected trait bound, found `impl Trait` type

//@ 2021
struct S<T: A + dyn B>;
//~ 1:17 invalid `dyn` keyword

//@ 2021
struct S<T: (use<>)>;
//~ 1:13 precise capturing lists may not be parenthesized

//@ 2021
struct S<T: for<'a> ?A>;
//~ 1:21 `for<...>` binder not allowed with `?` trait polarity modifier

//@ 2021
struct S<T: const for<'a> A>;
//~ 1:19 `for<...>` binder should be placed before trait bound modifiers

//@ 2021
fn f() where: T: A {}
//~ 1:13 unexpected colon after `where`

//@ 2021
fn f() where <T> T: A {}
//~ 1:14 generic parameters on `where` clauses are reserved for future use

//@ 2021
fn f() where T: A, where U: B {}
//~ 1:20 cannot define duplicate `where` clauses on an item

//@ 2021
fn f((a, b): T, [c |]: U) {}
//~ 1:20 a trailing `|` is not allowed in an or-pattern

//@ 2021
fn f((...): T) {}
//~ 1:7 unexpected `...`

//@ 2021
fn f((...3): T) {}
//~ 1:7 range-to patterns with `...` are not allowed

//@ 2021
fn f(ref box x: T) {}
//~ 1:6 switch the order of `ref` and `box`

//@ 2021
fn f(box: T) {}
//~ 1:9 expected pattern, found `:`

//@ 2021
fn f((ref A(b)): T) {}
//~ 1:11 expected identifier, found enum pattern

//@ 2021
fn f((ref a(b)): T) {}
//~ 1:11 expected identifier, found enum pattern

//@ 2021
fn f((a..=): T) {}
//~ 1:8[E0586] inclusive range with no end

//@ 2021
fn f(&1..2: T) {}
//~ 1:7 the range pattern here has ambiguous interpretation

//@ 2021
fn f((builtin # x(y)): T) {}
//~ 1:7 unknown `builtin #` construct `(`

//@ 2021
fn f(A { _ }: T) {}
//~ 1:10 expected field pattern, found `_`

//@ 2021
fn f(A { a @ b }: T) {}
//~ 1:10 unexpected `@` in struct pattern

//@ 2021
fn f(A { a @ B { .. }, c }: T) {}
//~ 1:10 unexpected `@` in struct pattern

//@ 2021
fn f((a + b): T) {}
//~ 1:7 expected a pattern, found an expression

//@ 2021
fn f((1..2 + 3): T) {}
//~ 1:10 expected a pattern range bound, found an expression

//@ 2021
fn f((A<B>::C): T) {}
//~ 1:8 generic args in patterns require the turbofish syntax

//@ 2021
fn f(A::: T) {}
//~ 1:9 path separator must be a double colon
//~ 1:12 expected one of `!`, `(`, `...`, `..=`, `..`, `::`, `:`, `{`, or `|`, found `)`

//@ 2015
fn f<T: async Fn()>() {}
//~ 1:9 `async` trait bounds are only allowed in Rust 2018 or later

//@ 2021
fn f() { match a { 1..=> 2, } }
//~ 1:21[E0586] inclusive range with no end

//@ 2021
fn f() { a::<b>>::c(); }
//~ 1:16 unmatched angle brackets

//@ 2021
fn f(a: B<c::d:e>) {}
//~ 1:15 path separator must be a double colon

//@ 2021
fn f() -> <! as A>:: { b() }
//~ 1:22 expected identifier, found `{`

//@ 2021
fn f(a &mut B) {}
//~ 1:8 expected one of `:`, `@`, or `|`, found `&`

//@ 2021
fn f(a *const B) {}
//~ 1:8 expected one of `:`, `@`, or `|`, found `*`

//@ 2021
fn f(a + b: C) {}
//~ 1:8 expected one of `:`, `@`, or `|`, found `+`
