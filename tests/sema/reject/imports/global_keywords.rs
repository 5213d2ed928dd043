// A path from `::` begins with the name of a crate.
pub fn f() -> u32 {
    ::self::g() + ::crate::g() //~ E0433 global paths cannot start with `self` //~ E0433 global paths cannot start with `crate`
}
fn g() -> u32 {
    3
}
