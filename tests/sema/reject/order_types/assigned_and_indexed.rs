// Places that are none, numbers below zero as indices, and branches in error.
pub fn f(mut v: [u8; 3], o: Option<&mut u8>) { 5 = "a"; v.len() = 3; o.unwrap() = 3; v[0] + 1 = 2u16; f2() = 1; }
//~^ E0070 invalid left-hand side of assignment
//~^^ E0070 invalid left-hand side of assignment
//~^^^ E0070 invalid left-hand side of assignment
//~^^^^ E0070 invalid left-hand side of assignment
//~^^^^^ E0070 invalid left-hand side of assignment
fn f2() -> u8 { 1 }
pub enum Op { Add, Neg(f32) }
pub fn a(n: u32) -> Op { match n { 0 => Op::Add, 1 => nope, _ => Op::Neg } }
//~^ E0425 cannot find value `nope` in this scope
pub fn b(n: u32) -> Op { let x = match n { 0 => nope, 1 => 2, _ => "a" }; if n > 1 { nope } else { 1 }; [nope, 1, "a"]; Op::Add }
//~^ E0425 cannot find value `nope` in this scope
//~^^ E0425 cannot find value `nope` in this scope
//~^^^ E0425 cannot find value `nope` in this scope
pub fn c(n: u32) { let x = [0.0; M]; let y: [f32; 3] = [0.0; M]; }
//~^ E0425 cannot find value `M` in this scope
//~^^ E0425 cannot find value `M` in this scope
pub fn d(x: &[i32], a: [f32; 2]) { x[-1]; a[-1]; a[1u8]; a["a"]; x[-1i32]; let q = -1u8; let r: u16 = q; let t = !1.5; let u: u8 = t; }
//~^ - negative integers cannot be used to index on a `[i32]`
//~^^ - negative integers cannot be used to index on a `[f32; 2]`
//~^^^ E0277 the type `[f32]` cannot be indexed by `u8`
//~^^^^ E0277 the type `[f32]` cannot be indexed by `&str`
//~^^^^^ - negative integers cannot be used to index on a `[i32]`
//~^^^^^^ E0600 cannot apply unary operator `-` to type `u8`
//~^^^^^^^ E0308 mismatched types
//~^^^^^^^^ E0600 cannot apply unary operator `!` to type `{float}`
#[repr(u8)]
pub enum Kind { A = 1, B = 300 }
pub fn last() -> u8 { 1u16 } //~ E0308 mismatched types
