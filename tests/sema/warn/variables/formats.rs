// Variables in format strings, and in strings that look like such.
use core::fmt::Write;

pub fn captured(w: &mut dyn Write) -> core::fmt::Result {
    let a = 1;
    let b = 2;
    let c = 3;
    let width = 4;
    let d = 5;
    write!(w, "{a} {b:?} {c:>width$}")?;
    writeln!(w, "{}", d)
}
pub fn looks_like_one() -> &'static str {
    let a = 1; //~ unused_variables unused variable: `a`
    let b = 2; //~ unused_variables unused variable: `b`
    let c = 3; //~ unused_variables unused variable: `c`
    let s = "{b:?} or {c }"; //~ unused_variables unused variable: `s`
    let t = "{a}";
    let u = "{d} {b}"; //~ unused_variables unused variable: `u`
    t
}
pub fn parameter(name: i32) -> &'static str { //~ unused_variables unused variable: `name`
    "hello {name}"
}
pub fn message(a: i32, b: i32) {
    if a > 3 {
        panic!("{b}");
    }
    let c = 3;
    assert!(a > 2, "{c} {a:?}");
}
