fn g(_a: u32, _b: u32) {}

pub fn f() {
    g(1);
}
