pub fn f(c: bool) -> u32 {
    if c { 1 } else { 2.0 }
}
