pub trait T {}

fn need<X: T>(_x: X) {}

pub fn f() {
    need(1u32);
}
