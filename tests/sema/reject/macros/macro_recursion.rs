// A macro that calls itself for ever.
macro_rules! forever {
    ($($t:tt)*) => {
        forever!($($t)* x) //~ - recursion limit reached while expanding `forever!`
    };
}
pub fn f() -> u32 {
    forever!()
}
