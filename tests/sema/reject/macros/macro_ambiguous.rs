// Matchers that fit in two ways.
macro_rules! two {
    ($($i:ident)* $j:ident) => {};
    ($($i:ident)* $e:expr) => {};
}
two!(a b); //~ - local ambiguity when calling macro `two`: multiple parsing options: built-in NTs ident ('i') or ident ('j').
pub fn f() {}
