pub struct S(u32);

fn take(_s: S) {}

pub fn f(s: S) {
    take(s);
    take(s);
}
