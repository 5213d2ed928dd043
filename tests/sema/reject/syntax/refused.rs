// Trees that the grammar takes and Rust does not.
use std::fmt::self; //~ E0429 `self` imports are only allowed within a { } list
mod inner {
    use super::{self}; //~ - imports need to be explicitly named
}
pub extern "fast" fn a() {} //~ E0703 invalid ABI: found `fast`
pub extern "cmse-nonsecure-entry" fn b() {} //~ E0570 "cmse-nonsecure-entry" is not a supported ABI //~ E0658 the extern "cmse-nonsecure-entry" ABI
pub extern "aapcs" fn b2() {} //~ E0570 "aapcs" is not a supported ABI
pub extern "stdcall" fn b3() {} //~ E0570 "stdcall" is not a supported ABI
fn c<T: !Copy>() {} //~ - negative bounds are not supported
fn d<T: ?Copy>() {} //~ - bound modifier `?` can only be applied to `Sized`
type E = for<'a, 'b: 'a> fn(&'a u32, &'b u32); //~ - bounds cannot be used in this context
fn f() where u8 = u16 {} //~ - equality constraints are not yet supported in `where` clauses
safe fn g() {} //~ - items outside of `unsafe extern { }` cannot be declared with `safe` safety qualifier
struct H;
impl H {
    const _: u32 = 1; //~ - `const` items in this context need a name
}
type I; //~ - free type alias without body
type J: Copy = u32; //~ - bounds on `type`s in this context have no effect
union K {} //~ - unions cannot have zero fields
fn l() -> impl 'static {} //~ - at least one trait must be specified
trait M<T> {
    type N;
}
fn n<T: M<N = u32, u32>>() {} //~ - generic arguments must come before the first constraint
fn o(x: u32) {
    if let 1...2 = x {} //~ E0783 `...` range patterns are deprecated
    while break {} //~ E0590 `break` or `continue` with no label in the condition of a `while` loop
}
fn p<T>() where T: PartialEq<&u32> {} //~ E0637 `&` without an explicit lifetime name cannot be used here
struct Q<'a: '_>(&'a u32); //~ E0637 `'_` cannot be used here
