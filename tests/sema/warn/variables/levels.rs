// Where attributes allow or deny.
#[allow(unused_variables)]
pub fn allowed(a: i32) {
    let b = 1;
    let mut c = 2; //~ unused_mut variable does not need to be mutable
}
#[allow(unused)]
pub fn all_allowed(a: i32) {
    let mut b = 1;
    b = 2;
}
pub fn statement() {
    #[allow(unused_variables)]
    let a = 1;
    #[allow(unused_mut)]
    let mut b = 2; //~ unused_variables unused variable: `b`
    #[warn(unused_variables)]
    let c = 3; //~ unused_variables unused variable: `c`
}
#[deny(unused_mut)]
pub fn denied() {
    let mut a = 1; //~ unused_mut variable does not need to be mutable //~ unused_variables unused variable: `a`
}
#[allow(unused_assignments)]
pub fn values() -> i32 {
    let mut a = 1;
    a = 2;
    #[warn(unused_assignments)]
    {
        let mut b = 3; //~ unused_assignments value assigned to `b` is never read
        b = 4;
        a += b;
    }
    a
}
pub fn parameter(#[allow(unused_variables)] a: i32, b: i32) {} //~ unused_variables unused variable: `b`
pub struct S {
    pub a: i32,
    pub b: i32,
}
pub fn field(s: S) {
    let S { #[allow(unused_variables)] a, b } = s; //~ unused_variables unused variable: `b`
}
pub fn arm(o: Option<i32>) {
    match o {
        #[allow(unused_variables)]
        Some(a) => {}
        b => {} //~ unused_variables unused variable: `b`
    }
}
#[allow(unused_variables)]
pub mod quiet {
    pub fn f(a: i32) {
        let mut b = 1; //~ unused_mut variable does not need to be mutable
    }
}
