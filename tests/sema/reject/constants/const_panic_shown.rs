// A constant's panic shows a `&str` where the message is `"{}"` and nothing else; all other messages would have to be formatted.
#![allow(unused)]
const A: &str = "x";

pub const fn shown(n: u32, s: &str, m: &mut &str) {
    match n {
        0 => panic!("{}", s),
        1 => panic!("{}", "literal"),
        2 => panic!("{}", A),
        3 => panic!("{}", *m),
        4 => panic!("{}", ("field", 1).0),
        5 => core::panic!("{}", s),
        _ => assert!(n > 6, "{}", s),
    }
}

pub const fn formatted(n: u32, s: &str, t: &&str) {
    match n {
        0 => panic!("{s}"), //~ E0015 cannot call non-const formatting macro in constant functions
        1 => panic!("{0}", s), //~ E0015 cannot call non-const formatting macro in constant functions
        2 => panic!("{n}"), //~ E0015 cannot call non-const formatting macro in constant functions
        3 => panic!("{A}"), //~ E0015 cannot call non-const formatting macro in constant functions
        4 => panic!("{}", n), //~ - argument to `panic!()` in a const context must have type `&str`
        5 => panic!("{}", t), //~ - argument to `panic!()` in a const context must have type `&str`
        6 => panic!("{}", &s), //~ - argument to `panic!()` in a const context must have type `&str`
        7 => assert!(n > 8, "{s}"), //~ E0015 cannot call non-const formatting macro in constant functions
        _ => assert!(n > 8, "{}", n), //~ - argument to `panic!()` in a const context must have type `&str`
    }
}
