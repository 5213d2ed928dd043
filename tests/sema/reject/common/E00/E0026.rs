pub struct S {
    x: u32,
}

pub fn f(s: S) -> u32 {
    let S { y, .. } = s;
    y
}
