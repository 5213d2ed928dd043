// A struct expression of a variant that the enum does not have.
pub enum S {
    A,
    B { r: f32 },
}
pub type Alias = S;
pub fn variant() -> S {
    S::C { r: 1.0 } //~ E0599 no variant named `C` found for enum `S`
}
pub fn alias() -> S {
    Alias { r: 1.0 } //~ E0071 expected struct, variant or union type, found `S`
}
