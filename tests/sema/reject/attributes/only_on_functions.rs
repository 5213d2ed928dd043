// `test` stands on functions outside of impls, `target_feature` on unsafe methods of traits.
#[test] //~ - the `#[test]` attribute may only be used on a free function
pub struct S;
#[test]
fn good() {}
impl S {
    #[test] //~ - the `#[test]` attribute may only be used on a free function
    fn method() {}
}
pub trait T {
    fn safe(&self);
    unsafe fn not_safe(&self);
}
impl T for S {
    #[target_feature(enable = "sse2")] //~ - `#[target_feature(..)]` cannot be applied to safe trait method
    fn safe(&self) {}
    #[target_feature(enable = "sse2")]
    unsafe fn not_safe(&self) {}
}
#[instruction_set(arm::a32)] //~ - target `
pub fn narrow() {}
