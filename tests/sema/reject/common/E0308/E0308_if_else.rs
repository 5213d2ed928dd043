pub fn f(c: bool) -> u32 {
    let x = if c { 1u32 } else { 2.5 };
    x
}
