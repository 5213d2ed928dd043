//@ edition: 2024
// What came with 2024: let chains, gen, guarded strings, unsafe attributes and extern blocks.
#[unsafe(no_mangle)]
pub fn a() {
    if let Some(b) = c && d && let Some(e) = b {}
    while let Some(b) = c && let Some(e) = b {}
    if (let_ && b) || c {}
    if a && let b = c {}
    match a { b if let c = d && e => {} _ => {} }
    gen { yield 1 };
    r#gen;
    async || a;
    if let a = b { c } else { d };
}
unsafe extern "C" {
    pub safe fn sqrt(x: f64) -> f64;
    pub unsafe fn strlen(p: *const u8) -> usize;
}
gen fn g() {}
fn h<'a>() -> impl Sized + use<'a> {}
