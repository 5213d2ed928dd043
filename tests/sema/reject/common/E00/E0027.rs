pub struct S {
    x: u32,
    y: u32,
}

pub fn f(s: S) -> u32 {
    let S { x } = s;
    x
}
