// `self` is bound by the parameter alone.
pub struct S;
impl S {
    pub fn method(self) -> u32 {
        let self = 3u32; //~ E0424 expected unit struct, unit variant or constant, found local variable `self`
        3
    }
    pub fn function() -> u32 {
        let self = 3u32; //~ E0424 expected unit struct, unit variant or constant, found module `self`
        3
    }
}
pub trait T {
    fn other(self: &S); //~ E0307 invalid `self` parameter type: `&S`
    fn cell(self: core::cell::Cell<&Self>); //~ E0307 invalid `self` parameter type: `Cell<&Self>`
}
