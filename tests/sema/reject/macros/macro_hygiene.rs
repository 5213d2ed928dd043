// Locals and labels that a macro does not see, or hides.
macro_rules! uses_x {
    () => {
        x //~ E0425 cannot find value `x` in this scope
    };
}
macro_rules! binds_y {
    () => {
        let y = 1;
    };
}
macro_rules! leaves {
    () => {
        break 'a //~ E0426 use of undeclared label `'a`
    };
}
pub fn f() -> u32 {
    let x = 1;
    uses_x!() + x
}
pub fn g() -> u32 {
    binds_y!();
    y //~ E0425 cannot find value `y` in this scope
}
pub fn h() {
    'a: loop {
        leaves!();
    }
}
