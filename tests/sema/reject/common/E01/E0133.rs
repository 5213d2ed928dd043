unsafe fn g() {}

pub fn f() {
    g();
}
