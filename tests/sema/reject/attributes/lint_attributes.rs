// Lint attributes: their form, and what they name.
#[allow("x")] fn f1() {} //~ E0452 malformed lint attribute input
#[allow] fn f2() {} //~ - malformed `allow` attribute input
#[allow = "x"] fn f3() {} //~ - malformed `allow` attribute input
#[allow(dead_code = "x")] fn f4() {} //~ E0452 malformed lint attribute input
#[allow(dead_code(x))] fn f5() {} //~ E0452 malformed lint attribute input
#[allow(reason = 3)] fn f6() {} //~ E0452 malformed lint attribute input
#[allow(reason = "x")] fn f7() {}
#[allow()] fn f8() {}
#[allow(0, unused)] fn f9() { #[deny(1)] let x = 1; #[warn(-1)] {} } //~ E0452 malformed lint attribute input //~ E0452 malformed lint attribute input //~ - expected unsuffixed literal, found `-`
#[allow(unused::x)] fn f10() {} //~ E0710 unknown tool name `unused` found in scoped lint: `unused::x`
#[allow(clippy::x)] fn f11() {}
#[allow(reason = "x", reason = "y")] fn f12() {} //~ E0452 malformed lint attribute input
#[forbid(unused, 1.5)] fn f13() {} //~ E0452 malformed lint attribute input
#[expect(true)] fn f14() {} //~ E0452 malformed lint attribute input
#[allow(::a)] fn f15() {} //~ E0710 unknown tool name `{{root}}` found in scoped lint: `{{root}}::a`
#[allow(x::<u8>)] fn f16() {} //~ - expected unsuffixed literal, found `<`
#[allow(unknown_lint)] fn f17() {}
#[allow(concat!("a"))] fn f18() {} //~ - expected one of `(`, `,`, `::`, or `=`, found `!`
#[allow(unused unused)] fn f19() {} //~ - expected one of `(`, `,`, `::`, or `=`, found `unused`
#[allow(a, ,)] fn f20() {} //~ - expected unsuffixed literal, found `,`
struct S<#[allow(2)] T> { #[allow(3)] x: T } //~ E0452 malformed lint attribute input //~ E0452 malformed lint attribute input
fn u(#[allow(4)] x: u8) { match x { #[allow(5)] 1 => {} _ => {} } } //~ E0452 malformed lint attribute input //~ E0452 malformed lint attribute input
#[allow(3 4)] fn f23() {} //~ - expected `,`, found `4`
#[allow(a::)] fn f24() {} //~ - expected unsuffixed literal, found `<eof>`
#[allow(self)] fn f25() {}
#[allow(crate::x)] fn f26() {} //~ E0710 unknown tool name `crate` found in scoped lint: `crate::x`
#[allow(rustfmt::x, rustdoc::y, rustc::z, miri::k, diagnostic::q, rust_analyzer::m)] fn f27() {}
#[allow(reason = x)] fn f28() {} //~ - expected unsuffixed literal, found `x`
#[allow(reason = "a", )] fn f29() {}
#[allow(a::b::c)] fn f30() {} //~ E0710 unknown tool name `a` found in scoped lint: `a::b::c`
#[allow(clippy)] fn f31() {}
#[allow{unused}] fn f32() {} //~ - wrong meta list delimiters
#[allow[unused]] fn f33() {} //~ - wrong meta list delimiters
#[cfg_attr(all(), allow(0))] fn f34() {} //~ E0452 malformed lint attribute input
#[allow(unused, reason = concat!("a"))] fn f35() {} //~ - expected unsuffixed literal, found `concat`
#[warn("a", "b")] mod p { #![deny(1)] } //~ E0452 malformed lint attribute input //~ E0452 malformed lint attribute input //~ E0452 malformed lint attribute input
#[deny(reason(x))] fn f37() {} //~ E0452 malformed lint attribute input
