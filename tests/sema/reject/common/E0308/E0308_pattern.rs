pub fn f(o: Option<u32>) -> u32 {
    match o {
        Ok(x) => x,
        _ => 0,
    }
}
