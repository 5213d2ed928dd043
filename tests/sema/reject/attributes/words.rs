// What stands in the lists of `deprecated`, `cfg_attr`, `doc(alias)` and `debugger_visualizer`, and a name for the linker.
#![debugger_visualizer(odd_file = "a.natvis")] //~ E0539 malformed `debugger_visualizer` attribute input

#[deprecated(note = a != b)] //~ - expected a literal (`1u8`, `1.0f32`, `"string"`, etc.) here, found expression
pub fn a() {}
#[deprecated(note = concat!("a", "b"))] //~ - expected a literal (`1u8`, `1.0f32`, `"string"`, etc.) here, found macro call
pub fn b() {}
#[deprecated(since = "1", note = "old")]
pub fn c() {}
#[cfg_attr()] //~ E0539 malformed `cfg_attr` attribute input
pub fn d() {}
#[cfg_attr(true)] //~ - expected `,`, found end of `cfg_attr` input
pub fn e() {}
#[cfg_attr(true, must_use,)]
pub fn f() -> u32 {
    1
}
#[cfg_attr(true, must_use,,)] //~ - expected identifier, found `,`
pub fn g() -> u32 {
    1
}
#[cfg_attr[true, must_use]] //~ - wrong `cfg_attr` delimiters
pub fn h() -> u32 {
    1
}
#[doc(alias = "other", alias("more", "and more"))]
#[doc(alias)] //~ - doc alias attribute expects a string
#[doc(alias = 0)] //~ E0539 malformed `doc` attribute input
#[doc(alias = "")] //~ - `#[doc(alias = "...")]` attribute cannot have empty value
#[doc(alias("a\tb"))] //~ - '\t' character isn't allowed in `#[doc(alias = "...")]`
#[doc(alias = " a")] //~ - `#[doc(alias = "...")]` cannot start or end with ' '
#[doc(alias = "Named")] //~ - `#[doc(alias = "Named"]` is the same as the item's name
pub struct Named;
#[unsafe(no_mangle)]
pub fn größe() {} //~ E0754 `#[no_mangle]` requires ASCII identifier
