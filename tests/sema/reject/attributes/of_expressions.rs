// Attributes of expressions, also of those that a macro stands for. None is of a method's receiver or in a list.
macro_rules! at { () => { #[allow(unused)] 1i32 }; } //~ E0658 attributes on expressions are experimental
//~^ E0658 attributes on expressions are experimental
//~^^ E0658 attributes on expressions are experimental
//~^^^ E0658 attributes on expressions are experimental
macro_rules! block { ($e:expr) => { { $e } }; }
macro_rules! receiver { ($e:expr) => { $e.abs() }; }
macro_rules! left { ($e:expr) => { $e + 1 }; }
macro_rules! twice { () => { at!() }; }
struct P(i32);
macro_rules! field { () => { #[allow(unused)] P(1) }; } //~ E0658 attributes on expressions are experimental
macro_rules! called { () => { #[allow(unused)] good }; } //~ E0658 attributes on expressions are experimental
fn good() -> i32 { at!() + twice!().abs() + receiver!(#[allow(unused)] 2i32) + block!(#[allow(unused)] 3) }
fn lists() -> (i32, [i32; 2]) { (at!(), [at!(), twice!()]) }
fn tail(x: i32) -> i32 { at!(); if x == 0 { tail(at!()) } else { at!() } }
fn left_of(x: i32) -> i32 { let y = at!(); (at!()).abs() + twice!() * x * y }
fn other() -> i32 { field!().0 + called!()() + left!(#[allow(unused)] 3) } //~ E0658 attributes on expressions are experimental
fn first() { let _ = #[allow(unused)] #[allow(dead_code)] 1; } //~ E0658 attributes on expressions are experimental
