pub struct S(u32);

pub fn f(s: &S) -> S {
    *s
}
