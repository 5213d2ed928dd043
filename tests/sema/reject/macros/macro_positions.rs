// Bodies that do not fit where they are called.
macro_rules! semi {
    () => {
        1; //~ semicolon_in_expressions_from_macros trailing semicolon in macro used in expression position
    };
}
macro_rules! two {
    () => {
        1; 2 //~ semicolon_in_expressions_from_macros trailing semicolon in macro used in expression position //~ - macro expansion ignores `2` and any tokens following
    };
}
macro_rules! path {
    ($t:ty) => {
        $t::MAX //~ - missing angle brackets in associated item path
    };
}
pub fn f() -> u32 {
    let a = semi!();
    a
}
pub fn g() -> u32 {
    let b = two!();
    b
}
pub fn h() -> u32 {
    path!(u32)
}
