//@ 2021
fn f() { unsafe { } .x }
//~ no errors

//@ 2021
fn f() { let x: ?T; }
//~ no errors

//@ 2021
fn f() { let x: (A +); }
//~ no errors

//@ 2021
fn f() { let x: A<'a + 'b>; }
//~ no errors

//@ 2021
struct S where T: A (i32);
//~ no errors

//@ 2021
fn f(...) {}
//~ no errors

//@ 2021
fn f() where T == U {}
//~ no errors

//@ 2021
trait A { pub fn f(); }
//~ no errors

//@ 2021
unsafe mod x {}
//~ no errors

//@ 2021
macro_rules! {}
//~ no errors

//@ 2021
fn f<T: A + >() {}
//~ no errors

//@ 2021
fn f<T: (A)>() {}
//~ no errors

//@ 2021
fn f<T: use<>>() {}
//~ no errors

//@ 2021
fn f<T:>() {}
//~ no errors

//@ 2021
reuse a::*;
//~ no errors

//@ 2021
final fn f() {}
//~ no errors

//@ 2021
fn f() -> impl {}
//~ no errors

//@ 2021
fn f() { vec![1 2]; }
//~ no errors

//@ 2021
struct S<T: use<>>;
//~ no errors

//@ 2021
fn f((x @ y @ z): T) {}
//~ no errors

//@ 2021
fn f(1: T) {}
//~ no errors

//@ 2021
fn f([a, b..]: T) {}
//~ no errors

//@ 2021
use self::{};
//~ no errors

//@ 2021
type X: A + = B;
//~ no errors

//@ 2021
#!
//~ no errors

//@ 2021
impl ! {}
//~ no errors

//@ 2021
fn f() -> A<b:c> {}
//~ no errors
