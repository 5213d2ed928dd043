pub struct S(u32);

fn take(_s: S) {}

pub fn f(s: S) -> u32 {
    let r = &s;
    take(s);
    r.0
}
