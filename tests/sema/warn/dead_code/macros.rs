// What macros of the crate write is told of at its place in the macro.
macro_rules! makes {
    ($name:ident) => {
        fn $name() {}
    };
}
makes!(made); //~ dead_code function `made` is never used
makes!(called);
pub fn calls() {
    called();
    show!(InMacro::A);
}
macro_rules! show {
    ($e:expr) => {
        let _ = $e;
    };
}
use show;
enum InMacro {
    A,
    B, //~ dead_code variant `B` is never constructed
}
macro_rules! fixed {
    () => {
        fn of_fixed() {} //~ dead_code function `of_fixed` is never used
    };
}
fixed!();
