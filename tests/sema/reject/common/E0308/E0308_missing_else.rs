pub fn f(x: u32) -> u32 {
    let y = if x > 1 {
        2
    };
    x + y
}
