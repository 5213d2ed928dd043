pub fn f(x: Missing) {}
