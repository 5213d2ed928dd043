// Words of the macro before a text are put there by formatting, which is not for constants.
use rustg_std::prelude::*;
const A: u32 = unimplemented!("x"); //~ E0015 cannot call non-const formatting macro in constants
const B: u32 = todo!("x"); //~ E0015 cannot call non-const formatting macro in constants
const C: u32 = unreachable!("x"); //~ E0015 cannot call non-const formatting macro in constants
const D: u32 = unreachable!("{}", "x"); //~ E0015 cannot call non-const formatting macro in constants
const E: () = if false { unreachable!("{{") }; //~ E0015 cannot call non-const formatting macro in constants
const F: () = assert_eq!(1, 2, "x"); //~ E0015 cannot call non-const function `core::panicking::assert_failed::<i32, i32>` in constants
const fn f(n: u32) -> u32 {
    match n {
        0 => panic!("x"),
        1 => panic!("{}", "x"),
        2 => todo!(),
        3 => unimplemented!(),
        4 => unreachable!(),
        5 => {
            assert!(n > 5, "x");
            n
        }
        6 => todo!("x"), //~ E0015 cannot call non-const formatting macro in constant functions
        _ => n,
    }
}
#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let t = thread::index();
    out[t] = A + B + C + D + f(7);
    E;
    F
}
