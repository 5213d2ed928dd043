pub struct S;

pub fn f(s: S) -> u32 {
    s as u32
}
