// What control does not get to, and what ends.
#![allow(unreachable_code)]
fn stop() -> ! {
    loop {}
}

pub fn after_return(a: i32) -> i32 {
    let b = 1; //~ unused_variables unused variable: `b`
    return a;
    let c = 2;
    b + c
}
pub fn used_after_panic(a: i32, b: i32) { //~ unused_variables unused variable: `b`
    let c = 3; //~ unused_variables unused variable: `c`
    panic!("{}", a);
    let d = b + c;
}
pub fn diverging_value() {
    let a: i32 = panic!(); //~ unused_variables unused variable: `a`
    let b = 3;
}
pub fn diverging_parts() {
    let (a, b): (i32, i32) = todo!();
}
pub fn diverging_call() {
    let a = stop(); //~ unused_variables unused variable: `a`
}
pub fn never_ends(mut n: u32) {
    loop {
        n += 1;
        let x = n; //~ unused_variables unused variable: `x`
    }
}
pub fn unreachable_arm(o: Option<i32>) -> i32 {
    match o {
        Some(a) => return 1, //~ unused_variables unused variable: `a`
        None => stop(),
    }
    let b = 3;
    2
}
pub fn before_panic(c: bool) -> i32 {
    let mut a = 1;
    if c {
        a = 2; //~ unused_assignments value assigned to `a` is never read
        panic!();
    }
    let mut b = 3;
    if c {
        b = 4; //~ unused_assignments value assigned to `b` is never read
        return a;
    }
    b
}
pub fn stub(a: i32, b: &str) -> i32 { //~ unused_variables unused variable: `a` //~ unused_variables unused variable: `b`
    todo!()
}
pub fn stub_with_variable(a: i32) -> i32 {
    let b = a; //~ unused_variables unused variable: `b`
    unimplemented!()
}
pub fn question(o: Option<i32>) -> Option<i32> {
    let a = o?; //~ unused_variables unused variable: `a`
    let mut b = 1; //~ unused_assignments value assigned to `b` is never read
    b = o?;
    let mut c = 1; //~ unused_assignments value assigned to `c` is never read
    c = 2;
    let d = o?;
    Some(b + d + c)
}
pub fn asserts(a: i32, b: i32, c: bool, d: i32) {
    assert!(c);
    assert_eq!(a, b);
    let e = 3;
    assert_ne!(d, 4, "{e}");
    let f = 4;
    debug_assert!(f > 3);
    let g = 5; //~ unused_variables unused variable: `g`
}
