pub struct S {
    x: u32,
}

pub fn f() -> S {
    S(1)
}
