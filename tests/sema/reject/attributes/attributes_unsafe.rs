// Attributes that may break what the compiler relies on want `unsafe`, others must not have it.
use rustg_std::prelude::*;
#[no_mangle] //~ - unsafe attribute used without unsafe
pub fn a() {}
#[unsafe(no_mangle)]
pub fn b() {}
#[cfg_attr(all(), export_name = "q")] //~ - unsafe attribute used without unsafe
pub fn c() {}
#[unsafe(inline)] //~ - `inline` is not an unsafe attribute
fn d() {}
#[unsafe(allow(unused))] //~ - `allow` is not an unsafe attribute
fn e() {}
#[kernel]
pub fn k() {}
