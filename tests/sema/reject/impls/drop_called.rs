// A destructor called by name.
pub struct S;

impl Drop for S {
    fn drop(&mut self) {}
}

pub fn f(mut s: S) {
    s.drop(); //~ E0040 explicit use of destructor method
}
