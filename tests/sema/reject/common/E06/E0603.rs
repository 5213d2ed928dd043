mod m {
    fn g() {}
}

pub fn f() {
    m::g();
}
