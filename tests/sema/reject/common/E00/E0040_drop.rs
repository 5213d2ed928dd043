pub struct S;
impl Drop for S {
    fn drop(&mut self) {}
}
pub fn f(mut s: S) {
    s.drop();
}
