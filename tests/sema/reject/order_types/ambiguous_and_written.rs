// Numbers whose type nothing tells, and what is no writer.
pub fn a() { for i in 5 {} } //~ E0277 `{integer}` is not an iterator
pub fn b() { for i in 5u32 {} } //~ E0277 `u32` is not an iterator
pub fn c() { let n = 5; for i in n {} } //~ E0277 `{integer}` is not an iterator
pub fn d() { let x = 1; x.foo(); } //~ E0599 no method named `foo` found for type `{integer}` in the current scope
pub fn e() { let x = 1.0; x.foo(); } //~ E0599 no method named `foo` found for type `{float}` in the current scope
pub fn f() { 1.foo(); } //~ E0599 no method named `foo` found for type `{integer}` in the current scope
pub fn g() { let x = [1, 2]; x.foo(); let y = (1, 2.0); y.foo(); }
//~^ E0599 no method named `foo` found for array `[{integer}; 2]` in the current scope
//~^^ E0599 no method named `foo` found for tuple `({integer}, {float})` in the current scope
pub fn h() { let x = 1; x(); } //~ E0618 expected function, found `{integer}`
pub fn i() { let x = 1; x[0]; x.y; *x; !x; -"a"; }
//~^ E0608 cannot index into a value of type `{integer}`
//~^^ E0610 `{integer}` is a primitive type and therefore doesn't have fields
//~^^^ E0614 type `{integer}` cannot be dereferenced
//~^^^^ E0600 cannot apply unary operator `-` to type `&'static str`
pub fn j() { let t = (1, 2); for i in t {} for j in (1..2, 3) {} }
//~^ E0277 `({integer}, {integer})` is not an iterator
//~^^ E0277 `(std::ops::Range<{integer}>, {integer})` is not an iterator
pub fn k() { let v = [1, 2, 3]; for i in v.len() {} } //~ E0277 `usize` is not an iterator
pub fn l() { 5.map(|x| x); (0..5).mep(|x| x); [1, 2].map(|x| x).mip(); }
//~^ E0689 can't call method `map` on ambiguous numeric type `{integer}`
//~^^ E0599 no method named `mep` found for struct `std::ops::Range<Idx>` in the current scope
//~^^^ E0599 no method named `mip` found for array `[{integer}; 2]` in the current scope
pub fn m() { let x = if true { 1 } else { "a" }; let y: bool = 1; let z: &str = 1.5; }
//~^ E0308 `if` and `else` have incompatible types
//~^^ E0308 mismatched types
//~^^^ E0308 mismatched types
pub fn n() { let a = 1 + "a"; let b = 1.0 + 1; let c = 1 + 1.0; let d = 2.0 * 1u32; }
//~^ E0277 cannot add `&str` to `{integer}`
//~^^ E0277 cannot add an integer to a float
//~^^^ E0277 cannot add a float to an integer
//~^^^^ E0277 cannot multiply `{float}` by `u32`
pub fn o() { let x = 1; if x {} while 2 {} let y = x && true; }
//~^ E0308 mismatched types
//~^^ E0308 mismatched types
//~^^^ E0308 mismatched types
pub fn p() { let z = 5; z.sqrt(); 2.0.sqrt(); let w = 2.0; w.sqrt(); 3.pow(2); let q = 3; q.pow(2); }
//~^ E0689 can't call method `sqrt` on ambiguous numeric type `{integer}`
//~^^ E0689 can't call method `sqrt` on ambiguous numeric type `{float}`
//~^^^ E0689 can't call method `sqrt` on ambiguous numeric type `{float}`
//~^^^^ E0689 can't call method `pow` on ambiguous numeric type `{integer}`
//~^^^^^ E0689 can't call method `pow` on ambiguous numeric type `{integer}`
pub fn q() { Some(1).foo(); let x = Some(1.0); x.bar; }
//~^ E0599 no method named `foo` found for enum `Option<T>` in the current scope
//~^^ E0609 no field `bar` on type `Option<{float}>`
pub fn r() { let x = 1; match x { "a" => {} _ => {} } match 1.5 { 1 => {} _ => {} } }
//~^ E0308 mismatched types
//~^^ E0308 mismatched types
use core::fmt::Write;

struct W;
struct V;
impl Write for V { fn write_str(&mut self, s: &str) -> core::fmt::Result { Ok(()) } }
pub fn wa(mut w: W) { let _ = write!(w, "a"); } //~ E0599 cannot write into `W`
pub fn wb(mut w: W) { let _ = writeln!(w, "a {}", 1); } //~ E0599 cannot write into `W`
pub fn wc(w: V) { let _ = write!(w, "a"); } //~ E0596 cannot borrow `w` as mutable, as it is not declared as mutable
pub fn wd(w: &V) { let _ = write!(w, "a"); } //~ E0596 cannot borrow `*w` as mutable, as it is behind a `&` reference
pub fn we() { let _ = write!(1, "a"); let _ = write!("x", "a"); }
//~^ E0689 can't call method `write_fmt` on ambiguous numeric type `{integer}`
//~^^ E0599 cannot write into `&'static str`
pub fn wf(mut w: V) { write!(w, "{}").unwrap(); write!(w, "{}", 1, 2); write!(w); write!(); writeln!(w, "a",); }
//~^ - 1 positional argument in format string, but no arguments were given
//~^^ - argument never used
//~^^^ - requires a destination and format arguments, like `write!(dest, "format string", args...)`
//~^^^^ - requires a destination and format arguments, like `write!(dest, "format string", args...)`
pub fn wg(mut w: V) { let _ = write!(&mut w, "{}", W); } //~ E0277 `W` doesn't implement `std::fmt::Display`
pub fn wh(mut w: V) { let _ = write!(w, 5); let s = "a"; let _ = write!(w, s); }
//~^ - format argument must be a string literal
//~^^ - format argument must be a string literal
pub fn wi(w: Option<V>) { let _ = write!(w, "a"); } //~ E0599 cannot write into `Option<V>`
