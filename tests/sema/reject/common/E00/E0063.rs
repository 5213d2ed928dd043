pub struct S {
    x: u32,
    y: u32,
}

pub fn f() -> S {
    S { x: 1 }
}
