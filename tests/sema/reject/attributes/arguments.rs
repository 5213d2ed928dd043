// Arguments that attributes do not take.
#[inline()] //~ E0805 malformed `inline` attribute input
fn a() {}
#[inline(sometimes)] //~ E0539 malformed `inline` attribute input
fn b() {}
#[cold = true] //~ E0565 malformed `cold` attribute input
fn c() {}
#[must_use(now)] //~ E0539 malformed `must_use` attribute input
fn d() -> u32 {
    1
}
#[deprecated(since = b"1")] //~ E0539 malformed `deprecated` attribute input
fn e() {}
#[deprecated("1")] //~ E0565 malformed `deprecated` attribute input
fn f() {}
#[repr = "C"] //~ E0539 malformed `repr` attribute input
struct S;
#[macro_use(a(b))] //~ E0565 malformed `macro_use` attribute input
extern crate core as other;
#[unsafe(export_name = "\0")] //~ E0648 `export_name` may not contain null characters
fn g() {}
#[doc = NAME] //~ - attribute value must be a literal
fn h() {}
#[macro_use(x)] //~ - arguments to `macro_use` are not allowed here
mod inner {}
