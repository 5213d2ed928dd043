// Arguments are not assigned to unless they are mutable.
pub fn f(n: u32, (a, b): (u32, u32)) -> u32 {
    n = 1; //~ E0384 cannot assign to immutable argument `n`
    a += b; //~ E0384 cannot assign twice to immutable variable `a`
    n + a
}
