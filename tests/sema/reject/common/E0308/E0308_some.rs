pub fn f(x: Option<u32>) -> u32 {
    match x {
        Some(y) => Some(y),
        None => 0,
    }
}
