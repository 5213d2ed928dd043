// A literal is no field, and an expression no pattern.
pub struct S(u8, u8);
macro_rules! field {
    ($s:expr, $i:literal) => {
        $s.$i //~ - unexpected token: `literal` metavariable
    };
}
pub fn f(s: S) -> u8 {
    field!(s, 0)
}
