// Expressions of metavariables are unstable.
macro_rules! count {
    ($($x:expr),*) => {
        ${count($x)} //~ E0658 meta-variable expressions are unstable
    };
}
pub fn f() -> u32 {
    count!(1, 2)
}
