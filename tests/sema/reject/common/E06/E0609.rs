pub struct S {
    x: u32,
}

pub fn f(s: S) -> u32 {
    s.y
}
