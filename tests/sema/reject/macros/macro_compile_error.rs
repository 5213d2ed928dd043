// Errors that a macro asks for.
macro_rules! only {
    (a) => {
        1
    };
    ($($t:tt)*) => {
        compile_error!("only `a` is known") //~ - only `a` is known
    };
}
pub fn f() -> u32 {
    only!(b)
}
compile_error!("at the top"); //~ - at the top
