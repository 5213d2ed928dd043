// A constant behind a path stands in braces where it is an argument.
pub trait Trait {
    const N: usize;
}
pub struct S;
impl Trait for S {
    const N: usize = 3;
}
pub struct Of<const N: usize>;
const OWN: usize = 4;
pub fn own() -> Of<OWN> {
    Of
}
pub fn braces() -> Of<{ <S as Trait>::N }> {
    Of
}
pub fn path() -> Of<<S as Trait>::N> { //~ E0747 unresolved item provided when a constant was expected
    Of
}
