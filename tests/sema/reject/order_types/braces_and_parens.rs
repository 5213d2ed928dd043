// Struct patterns: fields of other types, out of reach in macros, and paths as written.
pub mod m {
    pub struct P { pub a: u8, b: u8 }
    pub struct Q { a: u8, b: u8 }
    pub enum E { V { r#type: u8, x: u8 }, W(u8, u8), r#Fn { x: u8 } }
    pub struct r#struct { pub r#fn: u8, pub x: u8 }
}
use m::*;
macro_rules! miss { ($e:expr) => { match $e { E::V { x } => x, E::W(..) => 1, _ => 2 } } }
//~^ - pattern requires `..` due to inaccessible fields
pub fn f(p: P) -> u8 { let P { a } = p; a } //~ - pattern requires `..` due to inaccessible fields
pub fn f2(p: Q) { let Q {} = p; } //~ - pattern requires `..` due to inaccessible fields
pub fn f5(e: E) -> u8 { miss!(e) }
pub fn f6(e: E) -> u8 { match e { E::V { x } => x, E::W { 0: a } => a, E::r#Fn { .. } => 3 } }
//~^ E0027 pattern does not mention field `r#type`
//~^^ E0027 pattern does not mention field `1`
pub fn f7(e: E) -> u8 { match e { E::V { x, r#ype, .. } => x, m::E::W { a, b } => a, E::r#Fn { y } => 3 } }
//~^ E0026 variant `m::E::V` does not have a field named `ype`
//~^^ E0769 tuple variant `m::E::W` written as struct variant
//~^^^ E0026 variant `m::E::Fn` does not have a field named `y`
pub fn f8(s: r#struct) -> u8 { let r#struct { x } = s; x } //~ E0027 pattern does not mention field `r#fn`
pub fn f9(s: r#struct) -> u8 { let r#struct { x, r#if, .. } = s; x }
//~^ E0026 struct `m::r#struct` does not have a field named `r#if`
pub fn g(s: r#struct) -> u8 { s.r#match } //~ E0609 no field `r#match` on type `m::r#struct`
pub fn g2() -> r#struct { r#struct { x: 1 } } //~ E0063 missing field `fn` in initializer of `m::r#struct`
pub fn g3() -> r#struct { r#struct { x: 1, r#fn: 2, r#loop: 3 } }
//~^ E0560 struct `m::r#struct` has no field named `r#loop`
pub fn g4(s: u8) { let P { a, zz } = s; }
//~^ E0308 mismatched types
//~^^ - pattern requires `..` due to inaccessible fields
//~^^^ E0026 struct `m::P` does not have a field named `zz`
pub fn g5(s: Q) { let P { a, zz, .. } = s; }
//~^ E0308 mismatched types
//~^^ E0026 struct `m::P` does not have a field named `zz`
pub fn g6(s: E) { if let P { a, .. } = s {} } //~ E0308 mismatched types
pub enum E2 { W(u8, u16), V }
pub struct T(u8, u8, u8);
pub fn aa(e: E2) { if let E2::W(a) = e {} if let E2::W(a, b, c) = e {} if let E2::W() = e {} if let E2::V(a) = e {} }
//~^ E0023 this pattern has 1 field, but the corresponding tuple variant has 2 fields
//~^^ E0023 this pattern has 3 fields, but the corresponding tuple variant has 2 fields
//~^^^ E0023 this pattern has 0 fields, but the corresponding tuple variant has 2 fields
//~^^^^ E0532 expected tuple struct or tuple variant, found unit variant `E2::V`
pub fn bb(t: T) { let T(a, b) = t; let T(a, b, c, d) = t; let T(a, .., b, c, d) = t; let T() = t; }
//~^ E0023 this pattern has 2 fields, but the corresponding tuple struct has 3 fields
//~^^ E0023 this pattern has 4 fields, but the corresponding tuple struct has 3 fields
//~^^^ E0023 this pattern has 4 fields, but the corresponding tuple struct has 3 fields
//~^^^^ E0023 this pattern has 0 fields, but the corresponding tuple struct has 3 fields
pub fn cc(t: T) { let (a, b) = t; let T { 0: a } = t; let T { 0: a, 5: b, .. } = t; }
//~^ E0308 mismatched types
//~^^ E0027 pattern does not mention fields `1`, `2`
//~^^^ E0026 struct `T` does not have a field named `5`
pub fn dd(t: u8) { let T(a, b) = t; let E2::W(x, y, z) = t; }
//~^ E0308 mismatched types
//~^^ E0023 this pattern has 2 fields, but the corresponding tuple struct has 3 fields
//~^^^ E0308 mismatched types
//~^^^^ E0023 this pattern has 3 fields, but the corresponding tuple variant has 2 fields
pub fn ee() { let T(a, b) = nothing; let T { zz, .. } = nothing; }
//~^ E0023 this pattern has 2 fields, but the corresponding tuple struct has 3 fields
//~^^ E0425 cannot find value `nothing` in this scope
//~^^^ E0026 struct `T` does not have a field named `zz`
//~^^^^ E0425 cannot find value `nothing` in this scope
