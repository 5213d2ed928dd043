pub struct S<T>(T);

pub fn f(_s: S<u32, u32>) {}
