pub struct S;

pub fn f(a: S, b: S) -> bool {
    a == b
}
