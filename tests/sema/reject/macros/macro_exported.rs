// Macros exported under one name.
mod a {
    #[macro_export]
    macro_rules! both {
        () => {};
    }
}
#[macro_export]
macro_rules! both { //~ E0428 the name `both` is defined multiple times
    () => {};
}
pub fn f() {}
