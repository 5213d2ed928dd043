// What is allowed to be dead is looked at, so that what it calls is not told of; it makes nothing else live.
#[allow(dead_code)]
fn allowed() {
    by_allowed();
}
fn by_allowed() {}
#[allow(unused)]
struct AllowedType {
    q: u32,
}
impl AllowedType {
    fn x(&self) { //~ dead_code method `x` is never used
        by_impl_of_allowed()
    }
}
fn by_impl_of_allowed() {} //~ dead_code function `by_impl_of_allowed` is never used
#[expect(dead_code)]
fn expected() {
    by_expected();
}
fn by_expected() {}
#[allow(dead_code)]
mod all {
    fn of_mod() {
        super::by_mod()
    }
    pub struct S {
        a: u32,
    }
}
fn by_mod() {}
struct Partly {
    #[allow(dead_code)]
    a: u32,
    b: u32, //~ dead_code fields `b` and `c` are never read
    #[warn(dead_code)]
    c: u32,
}
pub fn partly() {
    let _ = Partly { a: 1, b: 2, c: 3 };
}
enum Variants {
    A,
    #[allow(dead_code)]
    B,
    C, //~ dead_code variant `C` is never constructed
}
pub fn variants() {
    let _ = Variants::A;
}
#[allow(dead_code)]
enum AllowedEnum {
    A(u32),
    B,
}
struct Methods;
impl Methods {
    #[allow(dead_code)]
    fn a(&self) {
        self.by_a()
    }
    fn by_a(&self) {}
    fn b(&self) {} //~ dead_code methods `b` and `c` are never used
    fn c(&self) {}
}
pub fn methods() {
    let _ = Methods;
}
#[allow(dead_code)]
trait Allowed {
    fn f(&self);
}
impl Allowed for Methods {
    fn f(&self) {
        by_f()
    }
}
fn by_f() {}
