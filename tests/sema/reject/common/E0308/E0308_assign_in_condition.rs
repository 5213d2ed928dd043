pub fn f(x: u32) -> u32 {
    if x = 1 { 1 } else { 2 }
}
