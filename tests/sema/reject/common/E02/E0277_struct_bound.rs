pub trait T {}
pub struct W<A: T>(A);
pub fn f(_w: W<u32>) {}
