// An old way to write an auto trait.
pub trait T {}
impl T for .. {} //~ - `impl Trait for .. {}` is an obsolete syntax
