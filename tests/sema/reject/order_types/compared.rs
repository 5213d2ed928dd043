// What each pair of types is told of where they cannot be compared or added.
#[derive(PartialEq, PartialOrd)] enum Dir { A, B }
#[derive(PartialEq)] struct P(u32);
fn a(x: &u32, y: u32) -> bool { x == y } //~ E0277 can't compare `&u32` with `u32`
fn b(x: &u32, y: i64) -> bool { x == y } //~ E0277 can't compare `&u32` with `i64` //~ E0308 mismatched types
fn c(x: &Dir, y: Dir) -> bool { x == y } //~ E0277 can't compare `&Dir` with `Dir`
fn d(x: &&u32, y: &u32) -> bool { x == y } //~ E0277 can't compare `&u32` with `u32`
fn e(x: &u32, y: &i32) -> bool { x == y } //~ E0277 can't compare `u32` with `i32` //~ E0308 mismatched types
fn f(x: u32, y: &u32) -> bool { x == y } //~ E0308 mismatched types
fn g(x: Option<u32>, y: u32) -> bool { x == y } //~ E0308 mismatched types
fn h(x: [u32; 3], y: u32) -> bool { x == y } //~ E0277 can't compare `[u32; 3]` with `u32`
fn i(x: &str, y: char) -> bool { x == y } //~ E0277 can't compare `&str` with `char`
fn j(x: (u32,), y: u32) -> bool { x == y } //~ E0308 mismatched types
fn k(x: P, y: u32) -> bool { x == y } //~ E0308 mismatched types
fn l(x: f32, y: i32) -> bool { x == y } //~ E0308 mismatched types
fn m(x: f32, y: &f32) -> bool { x == y } //~ E0308 mismatched types
fn n(x: bool, y: u32) -> bool { x == y } //~ E0308 mismatched types
fn o(x: &u32) -> bool { x == 3 } //~ E0277 can't compare `&u32` with `{integer}`
fn p(x: &f32) -> bool { x == 1.0 } //~ E0277 can't compare `&f32` with `{float}`
fn q(x: &f32) -> bool { x > 1.0 } //~ E0308 mismatched types
fn r(x: &f32, y: f32) -> bool { x < y } //~ E0308 mismatched types
fn s(x: f32) -> bool { x < 1 } //~ E0308 mismatched types
fn t(x: u32, y: u64) -> bool { x < y } //~ E0308 mismatched types
fn u(x: Dir, y: &Dir) -> bool { x < y } //~ E0308 mismatched types
fn v(x: &mut u32, y: u32) -> bool { x == y } //~ E0277 can't compare `&mut u32` with `u32`
fn w(x: &mut u32) -> bool { x != 3 } //~ E0277 can't compare `&mut u32` with `{integer}`
fn xx(x: &[u32], y: u32) -> bool { x[0..2] == y } //~ E0277 can't compare `[u32]` with `u32`
fn y(x: Option<&u32>, y: Option<u32>) -> bool { x == y } //~ E0308 mismatched types
fn z(x: *const u32, y: u32) -> bool { x == y } //~ E0308 mismatched types
fn aa(x: char) -> bool { x == "a" } //~ E0308 mismatched types
fn ab(x: char) -> bool { x == b'a' } //~ E0308 mismatched types
fn ac(x: &u32) -> bool { x == &3i64 } //~ E0277 can't compare `u32` with `i64` //~ E0308 mismatched types
fn ad(x: &u32, y: u32) -> bool { y >= x } //~ E0308 mismatched types
fn ae(x: &[u32], y: [u32; 2]) -> bool { x == y }
fn af(x: &str) -> bool { x == 3 } //~ E0277 can't compare `&str` with `{integer}`
fn ag(x: &P, y: P) -> bool { x == y } //~ E0277 can't compare `&P` with `P`
fn ah(x: &P, y: P) -> bool { y == x } //~ E0308 mismatched types
fn ai<T: PartialEq>(x: &T, y: T) -> bool { x == y } //~ E0277 can't compare `&T` with `T`
fn aj<T: PartialEq>(x: &T, y: T) -> bool { y == x } //~ E0308 mismatched types
fn ak<T: PartialOrd>(x: &[T], y: T) -> bool { &x[0] < y } //~ E0308 mismatched types
fn al(x: usize, y: i32) -> bool { x - y == 3 } //~ E0277 cannot subtract `i32` from `usize` //~ E0308 mismatched types
fn am(x: &usize, y: i32) -> usize { x * y } //~ E0277 cannot multiply `&usize` by `i32` //~ E0308 mismatched types
fn an(x: &f32) -> f32 { x + 1 } //~ E0277 cannot add `{integer}` to `&f32`
fn ao(x: f32) -> f32 { 2 * x } //~ E0277 cannot multiply `{integer}` by `f32`
fn ap(x: &f32) -> f32 { 2.0 * x + "a" } //~ E0277 cannot add `&str` to `f32`
fn aq(x: u128, y: u64) -> u64 { x * y } //~ E0277 cannot multiply `u128` by `u64` //~ E0308 mismatched types //~ E0308 mismatched types
fn ar(x: u32, y: f32) -> u64 { x + y } //~ E0277 cannot add `f32` to `u32`
fn at(x: bool, y: u32) -> u64 { x & y } //~ E0277 no implementation for `bool & u32`
fn au(x: P, y: u32) -> u64 { x & y } //~ E0369 no implementation for `P & u32`
