// A closure with other parameters than those it is called with.
fn apply(f: impl Fn(u32) -> u32) -> u32 {
    f(1)
}

pub fn f() -> u32 {
    apply(|x: u64| 1) //~ E0631 type mismatch in closure arguments
}
