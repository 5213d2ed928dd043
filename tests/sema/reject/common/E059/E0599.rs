pub struct S;

pub fn f(s: S) {
    s.missing();
}
