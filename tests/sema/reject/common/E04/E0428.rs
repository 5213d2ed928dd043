pub fn f() {}
pub fn f() {}
