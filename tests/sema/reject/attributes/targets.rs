// What attributes stand on.
#[inline] //~ - `#[inline]` attribute cannot be used on structs
struct A;
#[track_caller] //~ - `#[track_caller]` attribute cannot be used on statics
static B: u32 = 1;
#[repr(u8)] //~ E0517 attribute should be applied to an enum
struct C(u8);
#[repr(C)] //~ E0517 attribute should be applied to a struct, enum, or union
fn d() {}
#[repr(u8)] //~ E0084 unsupported representation for zero-variant enum
enum E {}
#[derive(Clone)] //~ E0774 `derive` may only be applied to `struct`s, `enum`s and `union`s
fn f() {}
struct G {
    #[derive(Clone)] //~ - expected non-macro attribute, found attribute macro `derive`
    a: u32,
}
#[non_exhaustive] //~ - `#[non_exhaustive]` attribute cannot be used on traits
trait H {}
fn i(#[inline] _x: u32) {} //~ - allow, cfg, cfg_attr, deny, expect, forbid, and warn are //~ - `#[inline]` attribute cannot be used on function params
