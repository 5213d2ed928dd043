pub struct S;

pub fn f() {
    S::missing();
}
