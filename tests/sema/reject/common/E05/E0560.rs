pub struct S {
    x: u32,
}

pub fn f() -> S {
    S { x: 1, z: 2 }
}
