pub fn f() {}
pub struct P;
pub struct P;
